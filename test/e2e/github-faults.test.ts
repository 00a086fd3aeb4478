// One fault of GitHub at each call of a pull request in turn: the verdict stands, or there is no baseline.
import { expect, test } from "vitest";
import { aRepository } from "../action/whole-action.ts";
import type { How } from "../support/fake-github/faults.ts";

test.each<How>([403, 404, 409, 410, 422, 500, "reset"])(
  "%s once, at each call in turn, leaves the verdict or takes the baseline away",
  async (how) => {
    const { mainJob, pullRequest, github } = await aRepository();
    for (const n of [1, 2, 3]) await mainJob(n);
    const { calls } = await pullRequest();
    for (let nth = 0; nth < calls; nth += 1) {
      github.heal();
      github.fail({ how, at: github.calls.length + nth });
      const gated = await pullRequest({ runId: 901 + nth, payload: { action: "opened" } });
      expect(gated, gated.output).toMatchObject({ code: 0 });
      expect(gated.outputs["verdict"]).toMatch(/^(passed|inconclusive|no-baseline)$/);
    }
  },
  60_000,
);
