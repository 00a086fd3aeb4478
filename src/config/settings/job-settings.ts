// Settings of the whole job: where requests go, bounds, baseline, results and what is told to whom.

import type { BaselinePlace } from "../config.ts";
import { list } from "../fields/compound-fields.ts";
import { accept, type Field, isMapping, type Parsed, refuse, show } from "../fields/field.ts";
import { duration, integer } from "../fields/number-fields.ts";
import { environment, headers } from "../fields/request-fields.ts";
import { boolean, choice, secret, text, url, urlAndText } from "../fields/text-fields.ts";
import { type Mapping, parseYaml } from "../sources/yaml.ts";
import { type Command, defaulted, optional } from "./setting.ts";

const modes = ["auto", "measure", "compare", "comment", "calibrate"] as const;

/** Read when no `config` is given, if it exists. */
export const defaultConfigPath = ".github/latency-gate.yml";

const measuring: readonly Command[] = ["measure", "gate", "calibrate"];
const judging: readonly Command[] = ["gate", "compare", "backtest", "calibrate"];
const everywhere: readonly Command[] = ["measure", ...judging];
const recording: readonly Command[] = ["gate", "calibrate"];
const never = "never";
const top = "top";

const path = text({ longest: 1_000, legal: "a path" });

/** Names of workloads and of the gate: they become file names and table cells. */
export const workloadName = text({
  longest: 64,
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  legal: "a name of letters, digits, dots, dashes and underscores, at most 64",
});

function placeOf(text: string): BaselinePlace {
  return text === "artifact" || text === "branch" ? { kind: text } : { kind: "path", path: text };
}

/** A path of such a name is written ./artifact. */
const baselinePlace: Field<BaselinePlace> = {
  legal: "artifact, branch or a path",
  schema: path.schema,
  parse: (raw: unknown): Parsed<BaselinePlace> => {
    const parsed = path.parse(raw);
    return parsed.ok ? accept(placeOf(parsed.value)) : refuse(show(raw), baselinePlace.legal);
  },
};

/** What git allows, and a little less (git-check-ref-format). */
const branchName = text({
  longest: 200,
  pattern: /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$))[A-Za-z0-9_][A-Za-z0-9._/-]*$/,
  legal: "the name of a branch",
});

/** YAML as text, or what YAML already made of it; its keys are checked with those of the file. */
const gateYaml: Field<Mapping> = {
  legal: 'YAML, as in "cells: { ttft.p95: { max-increase: 20% } }"',
  schema: { type: "object" },
  parse: (raw) => {
    if (isMapping(raw)) return accept(raw);
    return typeof raw === "string" ? parseYaml(raw) : refuse(show(raw), gateYaml.legal);
  },
};

export const jobSettings = {
  endpoint: optional("endpoint", {
    does: "The base URL of the endpoint, such as https://host/v1; the API's path is appended unless it is there already, and a query is kept.",
    field: url(),
    place: top,
    commands: measuring,
    otherwise: "none, every measurement needs one",
  }),
  baselineEndpoint: optional("baseline-endpoint", {
    does: "The base URL of a second deployment, that of the base commit: both are measured in one job, in rounds that alternate, and compared round by round instead of with main's history. It gets the same key and headers. Main's own jobs measure endpoint alone; a calibration takes the same version at both, and learns what their placement makes of a difference.",
    field: url(),
    place: top,
    commands: measuring,
    otherwise: "none, endpoint is compared with what main remembers",
  }),
  rounds: defaulted("rounds", "10", {
    does: "In how many rounds the requests to each endpoint are sent where there is a baseline-endpoint.",
    field: integer({ from: 6, to: 100 }),
    place: top,
    commands: measuring,
  }),
  apiKey: optional("api-key", {
    does: "The endpoint's key; never shown, and never read from the config file.",
    field: secret(),
    place: never,
    commands: measuring,
    otherwise: "the environment variable LATENCY_GATE_API_KEY",
  }),
  headers: optional("headers", {
    does: "HTTP headers that are added to each request or replace its own; their values are never shown.",
    field: headers(),
    place: top,
    commands: measuring,
  }),
  config: optional("config", {
    does: "The YAML file with workloads and the gate's limits.",
    field: path,
    place: never,
    commands: everywhere,
    otherwise: `${defaultConfigPath} if it exists`,
  }),
  configRef: defaulted("config-ref", "head", {
    does: "Whose config file a pull request is judged by: its own as it is checked out (head), or that of the branch it goes to, which it cannot edit (base).",
    field: choice(["head", "base"]),
    place: never,
    commands: [],
  }),
  workloads: optional("workloads", {
    does: "Which workloads of the config file are measured.",
    field: list(workloadName),
    place: never,
    commands: measuring,
    otherwise: "all",
  }),
  mode: defaulted("mode", "auto", {
    does: "What the action does: measure and only write the results, compare results that are there, comment on a fork's pull request from a workflow_run workflow, calibrate by several jobs of the main branch, or by the event: gate a pull request and record the main branch (auto).",
    field: choice(modes),
    place: never,
    commands: [],
    actionDefault: "auto",
  }),
  baseline: optional("baseline", {
    does: "Where the baseline is kept: in workflow artifacts, on a data branch, or at a path, which the workflow itself keeps between jobs.",
    field: baselinePlace,
    place: top,
    commands: recording,
    otherwise: "artifact in the action, .latency-gate/baseline.json on the command line",
  }),
  baselineBranch: defaulted("baseline-branch", "latency-gate-data", {
    does: "The data branch that main writes for baseline: branch, for which it needs contents: write.",
    field: branchName,
    place: top,
    commands: [],
  }),
  maxBaselineAge: defaulted("max-baseline-age", "14d", {
    does: "An older baseline makes the comparison inconclusive.",
    field: duration("1m", "3650d"),
    place: top,
    commands: ["gate", "compare"],
  }),
  pinBaseline: defaulted("pin-baseline", "false", {
    does: "Keeps this job of main as the reference, such as the last release: later jobs of main say where they have become slower than it was.",
    field: boolean(),
    place: never,
    commands: ["gate"],
  }),
  resetBaseline: defaulted("reset-baseline", "false", {
    does: "Starts a new epoch with this job: what was recorded before is no longer compared with.",
    field: boolean(),
    place: never,
    commands: recording,
  }),
  jobs: defaulted("jobs", "5", {
    does: "How many jobs mode calibrate measures one after the other, within one budget; with 0 it only shows what is remembered.",
    field: integer({ from: 0, to: 100 }),
    place: never,
    commands: ["calibrate"],
  }),
  results: defaulted("results", "latency-gate-results", {
    does: "The directory that runs and reports are written to. Mode compare reads it: one run.json, or one in each folder within, those of a matrix's legs, which are judged together.",
    field: path,
    place: top,
    commands: ["gate"],
  }),
  legs: optional("legs", {
    does: "The names of the jobs that measure for mode compare, those that they give in name; one of which no run is there makes the verdict invalid.",
    field: list(workloadName),
    place: top,
    commands: ["compare"],
    otherwise: "what main measures is what has to be there",
  }),
  name: defaulted("name", "default", {
    does: "Tells several gates of one repository apart, in comments and files; a matrix's leg is known by it.",
    field: workloadName,
    place: top,
    commands: ["measure", "gate", "compare", "calibrate"],
  }),
  drainTimeout: defaulted("drain-timeout", "120s", {
    does: "How long running requests may finish after the last one was sent; what then still runs is cut and counts as interrupted.",
    field: duration("1ms", "1h", { none: "cutting at once" }),
    place: top,
    commands: measuring,
  }),
  readyTimeout: defaulted("ready-timeout", "120s", {
    does: "How long to wait for the first answer of an endpoint that is still starting.",
    field: duration("1ms", "1h", { none: "no probe" }),
    place: top,
    commands: measuring,
  }),
  expectVersion: optional("expect-version", {
    does: "Checked before and after the measurement, so that a stale or replaced deployment is never judged.",
    field: urlAndText(),
    place: top,
    commands: measuring,
  }),
  metricsUrl: optional("metrics-url", {
    does: "The metrics page (Prometheus text) of vLLM, SGLang, TGI or llama.cpp: the gate waits until nothing runs there, and a measurement during which others used the endpoint is invalid.",
    field: url(),
    place: top,
    commands: measuring,
    otherwise: "none, and whether others used the endpoint is not checked",
  }),
  budget: defaulted("budget", "15m", {
    does: "Bounds the whole job, waiting and confirmation included; what was measured until then is judged.",
    field: duration("1s", "24h"),
    place: top,
    commands: measuring,
  }),
  maxRequests: optional("max-requests", {
    does: "The most requests that the job may send, warm-up and confirmation included.",
    field: integer({ from: 1, to: 100_000_000 }),
    place: top,
    commands: measuring,
  }),
  maxTokens: optional("max-tokens", {
    does: "The most tokens, input and output, that the job may use.",
    field: integer({ from: 1, to: 1_000_000_000_000 }),
    place: top,
    commands: measuring,
  }),
  insecureTls: defaulted("insecure-tls", "false", {
    does: "Accepts certificates that cannot be verified; for test endpoints only.",
    field: boolean(),
    place: top,
    commands: measuring,
  }),
  saveResponses: defaulted("save-responses", "false", {
    does: "Keeps the text of every answer in the results.",
    field: boolean(),
    place: top,
    commands: measuring,
  }),
  environment: optional("environment", {
    does: "What only you know of the deployment; shown in the report, and hardware and region start a new history when they change.",
    field: environment(),
    place: top,
    commands: measuring,
    otherwise: "not stated",
  }),
  gate: optional("gate", {
    does: "The gate's part of the config file, inline; what it says goes before the file.",
    field: gateYaml,
    place: never,
    commands: judging,
  }),
  comment: defaulted("comment", "true", {
    does: "Whether the report is posted on the pull request.",
    field: boolean(),
    place: top,
    commands: [],
  }),
  acceptLabel: defaulted("accept-label", "latency-accepted", {
    does: "The label that accepts a slowdown of the commit that it is given to; a trailer Latency-Accepted with a reason in that commit's message does the same.",
    field: text({ longest: 50 }),
    place: top,
    commands: [],
  }),
  onMissingSecret: optional("on-missing-secret", {
    does: "What happens where the pull request of a fork or of Dependabot comes without the endpoint's secrets.",
    otherwise: "skip where main was measured with a key",
    field: choice(["skip", "fail"]),
    place: top,
    commands: [],
  }),
  githubToken: optional("github-token", {
    does: "The token that comments and reads baselines; it needs pull-requests: write, and for baseline: artifact actions: read.",
    field: secret(),
    place: never,
    commands: [],
    otherwise: "the workflow's own token",
    actionDefault: `\${{ github.token }}`,
  }),
} as const;
