// Two endpoints measured in turns, in virtual time: order, prompts, rates over own time, and what ends a duet early.
import { describe, expect, test } from "vitest";
import { HealthTally } from "../../../src/load/watch/health-tally.ts";
import { cellsOf } from "../../../src/metrics/cells.ts";
import { runSchema } from "../../../src/metrics/run.ts";
import { fromSeconds } from "../../../src/time.ts";
import { measureTwins, textOf, turnsOf } from "./twins.ts";

// A probe each, a warm-up of max(2 × 4, 5 % of 60) = 8 before the first round and of 4 before each later one.
const probes = 2;
const perRound = 60 / 6;

describe("rounds", () => {
  test("turn about in mirrored pairs, and the run says who began", async () => {
    const { sent, workload } = await measureTwins();
    const order = workload.duet?.first ?? [];
    expect(order).toHaveLength(6);
    for (const at of [0, 2, 4]) expect(order[at]).not.toBe(order[at + 1]);
    // In a mirrored pair the second side goes on: its two rounds are one turn.
    const expected = order.flatMap((first) => [first, first === "base" ? "candidate" : "base"]);
    const merged = expected.filter((side, at) => side !== expected[at - 1]);
    expect(turnsOf(sent.slice(probes)).map(({ to }) => to)).toEqual(merged);
  });

  test("are asked the same at both endpoints, each prompt once, and no nonce twice", async () => {
    const { sent } = await measureTwins();
    const texts = (to: string) =>
      sent
        .slice(probes)
        .filter((each) => each.to === to)
        .map(textOf);
    expect(texts("base").toSorted()).toEqual(texts("candidate").toSorted());
    expect(texts("base")).toHaveLength(60 + 8 + 5 * 4);
    expect(new Set(texts("base")).size).toBe(texts("base").length);
    expect(new Set(sent.map(({ prompt }) => prompt)).size).toBe(sent.length);
  });

  test("hold a tenth of the requests each, with ids of the whole plan", async () => {
    const { workload } = await measureTwins();
    const { base } = workload.duet ?? {};
    for (const { records } of [workload, base ?? workload]) {
      expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, id) => id));
      expect(records.map(({ round }) => round)).toEqual(
        records.map(({ id }) => Math.floor(id / perRound)),
      );
    }
    for (const round of workload.duet?.rounds ?? []) {
      expect(round.base.err).toEqual({ x: 0, n: 10 });
      expect(round.candidate.cells["ttft.p50"]?.n).toBe(10);
    }
  });

  test("never overlap: an endpoint is asked when the other has answered everything", async () => {
    const { sent } = await measureTwins();
    // TTFT 300 ms and 15 × 20 ms to the last of 16 tokens.
    const answer = fromSeconds(0.6);
    const turns = turnsOf(sent.slice(probes));
    for (const [at, { sent: own }] of turns.entries()) {
      const before = turns[at - 1]?.sent.at(-1);
      if (before) expect(own[0]?.at).toBeGreaterThanOrEqual(before.at + answer);
    }
  });

  test("a second measurement draws another order and other nonces", async () => {
    const seeds = ["1", "2", "3"];
    const both = await Promise.all(
      seeds.map(async (seed) => {
        const first = await measureTwins({ inputs: { seed } });
        const second = await measureTwins({ inputs: { seed }, measurement: "confirmation" });
        return { first, second };
      }),
    );
    const orders = both.map(({ first, second }) =>
      [first, second].map((o) => o.workload.duet?.first),
    );
    expect(orders.some(([a, b]) => JSON.stringify(a) !== JSON.stringify(b))).toBe(true);
    for (const { first, second } of both) {
      const known = new Set(first.sent.map(({ prompt }) => prompt));
      expect(second.sent.some(({ prompt }) => known.has(prompt))).toBe(false);
    }
  });
});

describe("what is found", () => {
  test("is each endpoint's own, round by round", async () => {
    const { workload } = await measureTwins({ candidate: { ttft: 330 } });
    expect(workload.invalid).toEqual([]);
    expect(workload.metrics["ttft"]).toMatchObject({ n: 60, p50: 330 });
    expect(workload.duet?.base.metrics["ttft"]).toMatchObject({ n: 60, p50: 300 });
    for (const { base, candidate } of workload.duet?.rounds ?? []) {
      expect(Math.exp(base.cells["ttft.p50"]?.y ?? 0)).toBeCloseTo(300, 6);
      expect(Math.exp(candidate.cells["ttft.p50"]?.y ?? 0)).toBeCloseTo(330, 6);
    }
  });

  test("a throughput is over an endpoint's own time", async () => {
    const { workload } = await measureTwins({ base: { ttft: 3_000 } });
    // Rounds of 10, 4 at a time, 0.6 s an answer: sending ends with the 10th, after two answers of each place. Inside
    // are then 8 answers of 16 tokens, and of the last two what arrives at that instant: nothing.
    const seconds = 6 * 1.2;
    expect(workload.window.durationMs).toBeCloseTo(1_000 * seconds, 6);
    expect(workload.metrics["output_throughput"]).toMatchObject({
      value: expect.closeTo((6 * 8 * 16) / seconds, 9),
    });
    expect(workload.metrics["request_throughput"]).toMatchObject({
      value: expect.closeTo((6 * 8) / seconds, 9),
    });
    const lengths = workload.window.stretches?.map(({ startMs, endMs }) => endMs - startMs);
    expect(lengths).toEqual(Array(6).fill(1_200));
  });

  test("a round is what a run alone of the same requests is", async () => {
    const candidate = { tpot: 30 };
    const { workload } = await measureTwins({ candidate });
    const inputs = { "baseline-endpoint": "", rounds: "", requests: "10", "warm-up": "4" };
    const alone = (await measureTwins({ inputs, candidate })).workload;
    expect(alone.duet).toBeUndefined();
    for (const round of workload.duet?.rounds ?? [])
      for (const [id, { y, n }] of Object.entries(cellsOf(alone)))
        expect(round.candidate.cells[id], id).toMatchObject({ y: expect.closeTo(y, 9), n });
  });

  test("fits the public format, and names the base endpoint without its query", async () => {
    const { run } = await measureTwins({ inputs: { "api-key": "sk-0123456789" } });
    expect(runSchema.safeParse(JSON.parse(JSON.stringify(run))).error).toBeUndefined();
    expect(run.workloads[0]?.duet?.endpoint).toBe("http://base.test/v1");
    expect(JSON.stringify(run)).not.toContain("slot=a");
  });

  test("both get the key and the headers", async () => {
    const { sent } = await measureTwins({
      inputs: { "api-key": "sk-0123456789", headers: "x-tenant: a" },
    });
    const credentials = sent.map(({ headers }) => [headers["authorization"], headers["x-tenant"]]);
    expect(new Set(credentials.map(String))).toEqual(new Set(["Bearer sk-0123456789,a"]));
  });

  test("few requests a round are told, fifty are enough", async () => {
    const codes = async (requests: string) =>
      (await measureTwins({ inputs: { requests } })).workload.warnings.map(({ code }) => code);
    expect(await codes("60")).toContain("few-per-round");
    expect(await codes("300")).not.toContain("few-per-round");
  });

  test("an endpoint against itself is measured, and the report says so", async () => {
    const inputs = { "baseline-endpoint": "http://candidate.test/v1" };
    const { workload } = await measureTwins({ inputs });
    expect(workload.duet?.rounds).toHaveLength(6);
    expect(workload.warnings.map(({ code }) => code)).toContain("same-endpoint");
  });

  test("a duet's key is not that of a run alone", async () => {
    const alone = await measureTwins({ inputs: { "baseline-endpoint": "", rounds: "" } });
    const { workload } = await measureTwins();
    expect(workload.definition).toEqual({ ...alone.workload.definition, rounds: 6 });
    expect(workload.key).not.toBe(alone.workload.key);
    expect(workload.key).toBe(workload.duet?.base.key);
  });
});

describe("an open loop", () => {
  const inputs = { rate: "10", concurrency: "", requests: "120" };

  test("keeps its schedule in each round, and is on time", async () => {
    const { workload } = await measureTwins({ inputs });
    expect(workload.invalid).toEqual([]);
    expect(workload.client).toBeNull();
    expect(workload.counts).toMatchObject({ planned: 120, attempted: 120, completed: 120 });
    for (const { base, candidate } of workload.duet?.rounds ?? [])
      expect([base.err.n, candidate.err.n]).toEqual([20, 20]);
  });

  test("sends for a duration at each endpoint, split over the rounds", async () => {
    const { workload } = await measureTwins({
      inputs: { ...inputs, requests: "", duration: "12s" },
    });
    // 10/s for 12 s: 120 expected, ±3.3 standard deviations.
    expect(Math.abs((workload.counts.planned ?? 0) - 120)).toBeLessThan(36);
    expect(workload.window.durationMs).toBeGreaterThan(11_000);
    expect(workload.window.durationMs).toBeLessThanOrEqual(12_000);
    expect(workload.duet?.base.counts.attempted).toBe(workload.counts.attempted);
  });
});

test("a closed loop for a duration asks both the same in a round, and nothing twice", async () => {
  const inputs = { requests: "", duration: "12s", "warm-up": "0" };
  const { workload, sent } = await measureTwins({ inputs, candidate: { ttft: 100 } });
  const { base } = workload.duet ?? {};
  expect(workload.counts.attempted).toBeGreaterThan(base?.counts.attempted ?? 0);
  expect(new Set(workload.records.map(({ id }) => id)).size).toBe(workload.records.length);
  const firstIds = (records: typeof workload.records) =>
    Array.from({ length: 6 }, (_, at) => records.find(({ round }) => round === at)?.id);
  expect(firstIds(workload.records)).toEqual(firstIds(base?.records ?? []));
  expect(new Set(sent.slice(probes).map(({ prompt }) => prompt)).size).toBe(sent.length - probes);
});

describe("a duet that cannot be", () => {
  test.each(["base", "candidate"] as const)(
    "the %s endpoint is down: nothing is measured, and the reason names it",
    async (side) => {
      const { workload, sent, closed } = await measureTwins({
        [side]: { status: 401 },
        inputs: { "ready-timeout": "2s" },
      });
      expect(workload.invalid).toHaveLength(1);
      expect(workload.invalid[0]?.message).toMatch(new RegExp(`^${side} endpoint: .*401`));
      expect(workload.counts.attempted).toBe(0);
      expect(sent.length).toBeLessThanOrEqual(probes);
      expect(closed.toSorted()).toEqual(["base", "candidate"]);
    },
  );

  test.each([
    ["base", "http://candidate.test/v1"],
    ["candidate", "http://candidate.test/v1?sig=0123456789"],
  ])("what the %s endpoint echoes of its own address is not kept", async (side, endpoint) => {
    const { run, workload, lines } = await measureTwins({
      inputs: {
        endpoint,
        "baseline-endpoint": "http://base.test/v1?slot=a&sig=0123456789",
        "ready-timeout": "1s",
      },
      echoes: true,
      [side]: { status: 404 },
    });
    expect(workload.invalid[0]?.message).toMatch(
      new RegExp(`^${side} endpoint: .*404.*Cannot POST`),
    );
    expect(lines.join()).toMatch(/Waiting for the endpoint: .*Cannot POST/);
    expect(JSON.stringify({ run, lines })).not.toContain("0123456789");
  });

  test("an endpoint that fails amid it spoils the whole, by name", async () => {
    const { workload } = await measureTwins({
      onSend: (nth, { base }) => {
        if (nth === 60) base.status = 500;
      },
    });
    expect(workload.invalid.map(({ code, message }) => [code, message.split(":")[0]])).toEqual([
      ["too-many-failures", "base endpoint"],
    ]);
    expect(workload.duet?.base.invalid).toHaveLength(1);
  });

  test("without a probe an endpoint that answers nothing is given up after ten", async () => {
    const { workload, sent } = await measureTwins({
      inputs: { "ready-timeout": "0", "warm-up": "0", concurrency: "1" },
      base: { status: 500 },
    });
    expect(sent.filter(({ to }) => to === "base")).toHaveLength(10);
    expect(workload.invalid.map(({ message }) => message)).toEqual([
      "base endpoint: the first 10 requests all failed: http_status, HTTP 500: {}",
    ]);
  });
});

test("a client that lags spoils both sides, each watched over all of its own rounds", async () => {
  const tallies = new Set<HealthTally>();
  const late = (ms: number) => ({
    delays: { quantiles: [ms], count: 1_000 },
    delayMax: ms,
    pauses: [],
    cpuMs: 1,
    wallMs: 1_000,
    busyMs: 1,
  });
  const { workload } = await measureTwins({
    ports: () => ({
      watchHealth: (tally = new HealthTally()) => ({
        read() {
          tallies.add(tally);
          // 70 ms for whoever began, 80 for the other.
          tally.add(late(60 + 10 * ([...tallies].indexOf(tally) + 1)));
          return tally.reading();
        },
      }),
    }),
  });
  expect(tallies.size).toBe(2);
  const lags = [workload.client?.lagP99Ms, workload.duet?.base.client?.lagP99Ms];
  expect(lags.toSorted()).toEqual([70, 80]);
  expect(workload.invalid.map(({ code, message }) => [code, message.split(":")[0]])).toEqual([
    ["client-lag", "candidate endpoint"],
    ["client-lag", "base endpoint"],
  ]);
});

describe("a duet that ends early keeps whole rounds alone", () => {
  test("at the budget's end", async () => {
    // A round takes about 2 × (0.6 s warm-up + 1.8 s); 8 s hold one whole one and part of the second.
    const { workload } = await measureTwins({ inputs: { budget: "8s" } });
    const { rounds = [], first = [] } = workload.duet ?? {};
    expect(rounds.length).toBeGreaterThan(0);
    expect(rounds.length).toBeLessThan(6);
    expect(first).toHaveLength(rounds.length);
    for (const round of rounds) expect([round.base.err.n, round.candidate.err.n]).toEqual([10, 10]);
    expect(workload.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["budget", "rounds-cut"]),
    );
    expect(workload.invalid).toEqual([]);
  });

  test("at the cap, which counts both sides", async () => {
    const { workload, sent } = await measureTwins({ caps: { requests: 100, tokens: undefined } });
    expect(sent).toHaveLength(probes + 100);
    // 18 at each side in the first round, 14 in each later one: the third reaches 92, and the fourth is cut.
    expect(workload.duet?.rounds).toHaveLength(3);
    expect(workload.warnings.map(({ code }) => code)).toContain("cap");
  });

  test("cancelled, and is then not judged", async () => {
    const controller = new AbortController();
    const { workload } = await measureTwins({
      ports: () => ({ signal: controller.signal }),
      onSend: (nth) => {
        if (nth === 100) controller.abort();
      },
    });
    expect(workload.invalid.map(({ code }) => code)).toContain("cancelled");
    expect(workload.duet?.rounds.length).toBeLessThan(6);
  });
});

describe("the metrics page is the candidate's", () => {
  /** A server that finished what it was asked, and `others` more. */
  const page = (finished: number) =>
    [
      "# TYPE vllm:num_requests_running gauge",
      'vllm:num_requests_running{model_name="m"} 0',
      'vllm:num_requests_waiting{model_name="m"} 0',
      `vllm:request_success_total{finished_reason="length",model_name="m"} ${finished}`,
    ].join("\n");

  async function watched(inputs: Record<string, string>, served: readonly string[], others = 0) {
    let finished = 0;
    return measureTwins({
      inputs: { "metrics-url": "http://candidate.test/metrics", ...inputs },
      onSend: (_nth, _behaviours, to) => {
        if (served.includes(to)) finished += 1;
      },
      ports: () => ({ fetchText: async () => page(finished + (finished > 1 ? others : 0)) }),
    });
  }

  test("what the base is asked is on another server", async () => {
    const { workload } = await watched({}, ["candidate"]);
    expect(workload.invalid).toEqual([]);
    expect(workload.server?.engine).toBe("vLLM");
    expect(workload.duet?.base.server).toBeNull();
  });

  test("others at the candidate are told", async () => {
    const { workload } = await watched({}, ["candidate"], 5);
    expect(workload.invalid.map(({ code }) => code)).toEqual(["not-alone"]);
  });

  test("two paths of one host may be one server: the base's requests are no other's", async () => {
    const inputs = { "baseline-endpoint": "http://candidate.test/base/v1" };
    const { workload } = await watched(inputs, ["base", "candidate"]);
    expect(workload.invalid).toEqual([]);
  });
});
