export const id = 392;
export const ids = [392];
export const modules = {

/***/ 72392:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  main: () => (/* binding */ main)
});

// EXTERNAL MODULE: ./node_modules/commander/index.js + 6 modules
var commander = __webpack_require__(67375);
;// CONCATENATED MODULE: ./build/errors.js
// GateError: everything that stops the program with a known reason, and the exit code of each.
const exitCodes = { config: 2, measurement: 3, internal: 4 };
class GateError extends Error {
    code;
    /** What to do about it, where that is known. */
    hint;
    constructor(code, message, options = {}) {
        super(message, { cause: options.cause });
        this.name = "GateError";
        this.code = code;
        this.hint = options.hint;
    }
    get exitCode() {
        return exitCodes[this.code];
    }
}
/** All problems at once, one line each: `input: saw "value"; legal: …`. */
function configError(problems, hint) {
    const lines = problems.map(({ input, value, legal }) => `${input}: saw ${value}; legal: ${legal}`);
    const head = problems.length === 1
        ? "1 problem in the configuration"
        : `${problems.length} problems in the configuration`;
    return new GateError("config", [`${head}:`, ...lines.map((line) => `  ${line}`)].join("\n"), hint === undefined ? {} : { hint });
}

;// CONCATENATED MODULE: ./build/version.js
// The tool's own name and version, as runs and requests carry them.
const version = "0.1.0";
const tool = `latency-gate ${version}`;

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 17 modules
var schemas = __webpack_require__(38816);
;// CONCATENATED MODULE: ./build/metrics/run.js
// Run: what one measurement found, in the public format of run.json; the zod schema is its one source.

const runSchemaVersion = 1;
const share = schemas/* number */.aig().min(0).max(1);
const milliseconds = schemas/* number */.aig().min(0);
const count = schemas/* int */.Whr().min(0);
const code = schemas/* object */.Ikc({ code: schemas/* string */.YjP(), message: schemas/* string */.YjP() });
const better = schemas/* enum */.k5n(["lower", "higher"]);
const distributionSchema = schemas/* object */.Ikc({
    unit: schemas/* string */.YjP(),
    better,
    scope: schemas/* string */.YjP(),
    n: schemas/* int */.Whr().min(1),
    mean: schemas/* number */.aig().min(0),
    p50: schemas/* number */.aig().min(0),
    p90: schemas/* number */.aig().min(0),
    p95: schemas/* number */.aig().min(0),
    p99: schemas/* number */.aig().min(0),
    /** Absent in old files. */
    min: schemas/* number */.aig().min(0).optional(),
    max: schemas/* number */.aig().min(0),
    /** Percentiles that n cannot support: n·(1−q) < 5. */
    weak: schemas/* array */.YOg(schemas/* string */.YjP()),
    /** HDR histogram V2, base64, of whole microseconds (of millitokens/s for rates), 3 significant digits. */
    histogram: schemas/* string */.YjP(),
});
const scalarSchema = schemas/* object */.Ikc({
    unit: schemas/* string */.YjP(),
    better,
    scope: schemas/* string */.YjP(),
    value: schemas/* number */.aig().min(0),
});
/** Times in ms. `scheduledMs` and `sentMs` count from `window.start`, the others from the request boundary. */
const recordSchema = schemas/* object */.Ikc({
    id: count,
    /** Of a duet, counted from 0. */
    round: count.optional(),
    outcome: schemas/* enum */.k5n(["completed", "failed", "interrupted", "dropped"]),
    failure: schemas/* string */.YjP().nullable(),
    detail: schemas/* string */.YjP().nullable(),
    status: schemas/* int */.Whr().nullable(),
    scheduledMs: schemas/* number */.aig(),
    sentMs: schemas/* number */.aig().nullable(),
    ttftMs: milliseconds.nullable(),
    ttfvtMs: milliseconds.nullable(),
    lastOutputMs: milliseconds.nullable(),
    e2eMs: milliseconds.nullable(),
    /** Distinct arrivals that carried output; 1 means that no pace can be told. */
    outputReads: count.nullable(),
    outputPieces: count.nullable(),
    inputTokens: count.nullable(),
    outputTokens: count.nullable(),
    reasoningTokens: count.nullable(),
    cachedTokens: count.nullable(),
    estimatedOutputTokens: count.nullable(),
    tokenSource: schemas/* enum */.k5n(["usage", "estimate", "unknown"]).nullable(),
    finishReason: schemas/* string */.YjP().nullable(),
    freshConnection: schemas/* boolean */.zMY().nullable(),
    connectMs: milliseconds.nullable(),
    resent: schemas/* boolean */.zMY(),
    text: schemas/* string */.YjP().optional(),
    reasoning: schemas/* string */.YjP().optional(),
});
const lengthsSchema = schemas/* object */.Ikc({
    n: count,
    total: count,
    mean: schemas/* number */.aig().min(0),
    min: count,
    p50: schemas/* number */.aig().min(0),
    p95: schemas/* number */.aig().min(0),
    max: count,
});
const clientSchema = schemas/* object */.Ikc({
    /** p99 of how late stamps were: the larger of the wait for a turn and the loop's delay less a timer's 1 ms. */
    lagP99Ms: milliseconds,
    /** p99 of the event loop's delay beyond its 1 ms resolution. */
    loopDelayP99Ms: milliseconds.nullable().default(null),
    /** p99 of stamp − arrival, reckoned from the turns of the loop; null where it was not watched. */
    turnWaitP99Ms: milliseconds.nullable().default(null),
    /** Half of all reads came in turns of so many reads or more; far above 1 where streams are in step. */
    readsTogether: count.nullable().default(null),
    lagMaxMs: milliseconds,
    /** Open loop: actual send − due time. Null in a closed loop. */
    scheduleLatenessP99Ms: milliseconds.nullable(),
    gcPauses: count,
    gcMaxMs: milliseconds,
    gcTotalMs: milliseconds,
    /** Process CPU time ÷ wall time of the measure phase; over 1 when several cores were busy. */
    cpuShare: schemas/* number */.aig().min(0),
    eventLoopUtilization: share,
    freshConnections: count,
    resent: count,
    connectP50Ms: milliseconds.nullable(),
});
/** What the endpoint's own metrics page told, where `metrics-url` names it; times are means over the measurement, ms. */
const serverSchema = schemas/* object */.Ikc({
    engine: schemas/* string */.YjP(),
    /** The most that ran and waited at any look at the page. */
    runningMax: schemas/* number */.aig().min(0),
    waitingMax: schemas/* number */.aig().min(0),
    /** Sent by this job while the server was watched, warm-up and probe included. */
    sent: count,
    /** Finished by the server meanwhile; null where it does not count. */
    finished: schemas/* number */.aig().min(0).nullable(),
    queueMeanMs: milliseconds.nullable(),
    prefillMeanMs: milliseconds.nullable(),
});
/** Everything the key is a hash of, flat, as people would write it; differences are listed by these names. */
const definitionSchema = schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* number */.aig(), schemas/* boolean */.zMY()]));
/** One endpoint measured. */
const soloRunSchema = schemas/* object */.Ikc({
    name: schemas/* string */.YjP(),
    key: schemas/* string */.YjP(),
    /** Whether requests carried a key; absent in old files. */
    authenticated: schemas/* boolean */.zMY().optional(),
    definition: definitionSchema,
    scheduleDigest: schemas/* string */.YjP(),
    window: schemas/* object */.Ikc({
        /** ISO 8601, wall clock, for people. */
        start: schemas/* string */.YjP(),
        /** The same instant on the client's monotonic clock, ms. */
        startMonotonicMs: schemas/* number */.aig(),
        /** In a duet the sum of its stretches. */
        durationMs: milliseconds,
        /** In a duet: when each round was measured here, counted from `start`; the other endpoint had the time between. */
        stretches: schemas/* array */.YOg(schemas/* object */.Ikc({ startMs: milliseconds, endMs: milliseconds })).optional(),
        /** Where the window ended: when sending ended, or with the last completion (too few requests). */
        end: schemas/* enum */.k5n(["end-of-sending", "last-completion"]),
    }),
    counts: schemas/* object */.Ikc({
        planned: count.nullable(),
        attempted: count,
        completed: count,
        failed: count,
        interrupted: count,
        dropped: count,
        failures: schemas/* record */.g1P(schemas/* string */.YjP(), count),
        /** Failures by which the endpoint refused for load: `rejected`, and what an API calls overloaded; old files lack it. */
        refused: count.optional(),
        /** Up to three examples of failures: one per kind. */
        examples: schemas/* array */.YOg(schemas/* object */.Ikc({ failure: schemas/* string */.YjP(), status: schemas/* int */.Whr().nullable(), detail: schemas/* string */.YjP() })),
        warmUp: schemas/* object */.Ikc({ attempted: count, completed: count }),
    }),
    metrics: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* union */.KCZ([distributionSchema, scalarSchema])),
    tokens: schemas/* object */.Ikc({
        source: schemas/* enum */.k5n(["usage", "estimate", "mixed", "unknown"]),
        encoding: schemas/* string */.YjP().nullable(),
        input: lengthsSchema.nullable(),
        output: lengthsSchema.nullable(),
        reasoningTotal: count.nullable(),
        /** Cached ÷ input tokens as the server reported them; null if it reported none. */
        cachedShare: share.nullable(),
        finishReasons: schemas/* record */.g1P(schemas/* string */.YjP(), count),
    }),
    client: clientSchema.nullable(),
    /** Null where it was not asked for or could not be read. */
    server: serverSchema.nullable().default(null),
    servedBy: schemas/* object */.Ikc({
        models: schemas/* array */.YOg(schemas/* string */.YjP()),
        fingerprints: schemas/* array */.YOg(schemas/* string */.YjP()),
        servers: schemas/* array */.YOg(schemas/* string */.YjP()),
    }),
    warnings: schemas/* array */.YOg(code),
    /** Why this measurement cannot be trusted; empty means valid. */
    invalid: schemas/* array */.YOg(code),
    records: schemas/* array */.YOg(recordSchema),
});
/** What one endpoint showed in one round of a duet: y = ln of the value, larger is worse; w its standard error. */
const sideSchema = schemas/* object */.Ikc({
    cells: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* object */.Ikc({ y: schemas/* number */.aig(), w: schemas/* number */.aig().min(0), n: schemas/* int */.Whr().min(1) })),
    err: schemas/* object */.Ikc({ x: count, n: count }),
    /** Of the failures those that refused for load; absent where that is not known. */
    rej: count.optional(),
});
/** As the user states them; null means not stated. */
const environmentSchema = schemas/* object */.Ikc({
    model: schemas/* string */.YjP().nullable(),
    precision: schemas/* string */.YjP().nullable(),
    hardware: schemas/* string */.YjP().nullable(),
    engine: schemas/* string */.YjP().nullable(),
    replicas: schemas/* string */.YjP().nullable(),
    region: schemas/* string */.YjP().nullable(),
    /** What the client's own machine is: image, architecture, cores. */
    runner: schemas/* object */.Ikc({
        image: schemas/* string */.YjP().nullable(),
        architecture: schemas/* string */.YjP(),
        cores: schemas/* int */.Whr().min(1),
    }),
});
/** As the configuration allows it: it becomes part of names. */
const gateName = schemas/* string */.YjP().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
/** Which job measured a workload, and where, in a run that was put together from those of several jobs. */
const legSchema = schemas/* object */.Ikc({
    name: gateName,
    tool: schemas/* string */.YjP(),
    createdAt: schemas/* string */.YjP(),
    attempt: schemas/* int */.Whr().min(1),
    endpoint: schemas/* string */.YjP(),
    environment: environmentSchema,
});
const workloadRunSchema = soloRunSchema.extend({
    /** Where it is there it holds instead of what the run itself says of endpoint and environment. */
    leg: legSchema.optional(),
    /** Where a second endpoint was measured in alternating rounds; the run itself is the candidate's over all of them. */
    duet: schemas/* object */.Ikc({
        /** The base endpoint: scheme, host and path. */
        endpoint: schemas/* string */.YjP(),
        /** Who was measured first, round by round. */
        first: schemas/* array */.YOg(schemas/* enum */.k5n(["base", "candidate"])),
        rounds: schemas/* array */.YOg(schemas/* object */.Ikc({ base: sideSchema, candidate: sideSchema })),
        /** The base endpoint over all rounds. */
        base: soloRunSchema,
    })
        .optional(),
});
const runSchema = schemas/* object */.Ikc({
    schema: schemas/* literal */.euz(runSchemaVersion),
    kind: schemas/* literal */.euz("latency-gate-run"),
    tool: schemas/* string */.YjP(),
    /** The `name` of the gate or of a matrix's leg; files of other makers may lack it. */
    name: gateName.optional(),
    createdAt: schemas/* string */.YjP(),
    /** null where it is not known. */
    commit: schemas/* string */.YjP().nullable(),
    runId: schemas/* string */.YjP().nullable(),
    attempt: schemas/* int */.Whr().min(1),
    repository: schemas/* string */.YjP().nullable(),
    /** "first", "confirmation". */
    measurement: schemas/* string */.YjP(),
    /** Scheme, host and path of the endpoint; no query, no user information. */
    endpoint: schemas/* string */.YjP(),
    environment: environmentSchema,
    /** Clock boundaries other than ours are stated by the importers; runs that differ in it are not compared. */
    boundaries: schemas/* string */.YjP(),
    workloads: schemas/* array */.YOg(workloadRunSchema),
});

;// CONCATENATED MODULE: ./build/baseline/history.js
// History: what main remembers of its past jobs, one record per job and workload key.


const cellValueSchema = schemas/* object */.Ikc({
    /** ln of the value, negated where higher is better: larger is always worse. */
    y: schemas/* number */.aig(),
    /** Standard error of y within the run. */
    w: schemas/* number */.aig().min(0),
    /** Requests behind it. */
    n: schemas/* int */.Whr().min(1),
});
/** Failed of attempted requests. */
const sharesSchema = schemas/* object */.Ikc({ x: schemas/* int */.Whr().min(0), n: schemas/* int */.Whr().min(0) })
    .refine(({ x, n }) => x <= n, "x is more than n");
const historyRecordSchema = schemas/* object */.Ikc({
    v: schemas/* literal */.euz(1),
    sha: schemas/* string */.YjP(),
    runId: schemas/* union */.KCZ([schemas/* string */.YjP(), schemas/* int */.Whr().transform(String)]).optional(),
    attempt: schemas/* int */.Whr().min(1).default(1),
    time: schemas/* string */.YjP(),
    key: schemas/* string */.YjP(),
    /** What a pull request cannot change: runner, hardware, region. A change starts a new epoch. */
    where: schemas/* string */.YjP(),
    /** What it can change, or what only informs: shown, never compared for equality. */
    subject: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()).default({}),
    epoch: schemas/* int */.Whr().min(0).default(0),
    newEpoch: schemas/* boolean */.zMY().default(false),
    /** A reference for slow drift, as long as no newer job is one. */
    pinned: schemas/* boolean */.zMY().optional(),
    repeats: schemas/* int */.Whr().min(1).default(1),
    cells: schemas/* record */.g1P(schemas/* string */.YjP(), cellValueSchema),
    err: sharesSchema.default({ x: 0, n: 0 }),
    /** Of the failed ones those that were refused for load; absent where that is not known. */
    rej: schemas/* int */.Whr().min(0).optional(),
    outTokMean: schemas/* number */.aig().min(0).nullable().default(null),
    clientLagP99: schemas/* number */.aig().min(0).nullable().default(null),
    tokenSource: schemas/* string */.YjP().optional(),
    cachedShare: schemas/* number */.aig().min(0).max(1).nullable().optional(),
    /** Cells of this job's own re-measurement, where there was one. */
    confirmation: schemas/* record */.g1P(schemas/* string */.YjP(), cellValueSchema).nullish(),
    /** Its failed of attempted requests. */
    confirmationErr: sharesSchema.optional(),
    confirmationRej: schemas/* int */.Whr().min(0).optional(),
});
/** A duet of one version with itself: what its two endpoints differ by is their placement. */
const placementDuetSchema = schemas/* object */.Ikc({
    time: schemas/* string */.YjP(),
    key: schemas/* string */.YjP(),
    /** As of a history record: a duet measured elsewhere tells nothing of here. */
    where: schemas/* string */.YjP(),
    /** By cell, how much worse the candidate was round by round: differences of logs, at least two. */
    cells: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* array */.YOg(schemas/* number */.aig())),
});
const baselineSchemaVersion = 1;
const workloadBaselineSchema = schemas/* object */.Ikc({
    key: schemas/* string */.YjP(),
    definition: definitionSchema,
    history: schemas/* array */.YOg(historyRecordSchema),
    /** The newest job that was pinned, however old it is. */
    pinned: historyRecordSchema.optional(),
    /** The raw records of the newest job. */
    newest: soloRunSchema,
    /** Oldest first, at most 30; absent where nothing was measured against itself. */
    duets: schemas/* array */.YOg(placementDuetSchema).optional(),
});
const baselineSchema = schemas/* object */.Ikc({
    schema: schemas/* literal */.euz(baselineSchemaVersion),
    kind: schemas/* literal */.euz("latency-gate-baseline"),
    repository: schemas/* string */.YjP().nullable(),
    workloads: schemas/* record */.g1P(schemas/* string */.YjP(), workloadBaselineSchema),
});

;// CONCATENATED MODULE: ./build/baseline/codec.js
// Versioned JSON → what it holds, refusing what it cannot read with the reason.



const headSchema = schemas/* looseObject */._H3({ schema: schemas/* int */.Whr(), kind: schemas/* string */.YjP().optional() });
/** Versions that this program reads; every past one stays in the list. */
const knownVersions = new Set([baselineSchemaVersion, runSchemaVersion]);
function firstIssue(error) {
    const [issue] = error.issues;
    if (!issue)
        return "does not fit its schema";
    const place = issue.path.map(String).join(".");
    return `${place === "" ? "the document" : place}: ${issue.message}`;
}
/** A name in it may be as long as the file. */
const longestWhy = 300;
function unreadable(why) {
    const cut = why.length > longestWhy ? `${why.slice(0, longestWhy)}…` : why;
    return { kind: "unreadable", why: cut };
}
/** Spelled out or escaped: JSON.parse makes a property of it that some code would take for the prototype. */
const suspect = /__proto__|\\u005f/i;
function refusePrototype(key, value) {
    if (key === "__proto__")
        throw new RangeError("it has a key __proto__, which no file of ours has");
    return value;
}
function parseJson(text) {
    try {
        return { value: suspect.test(text) ? JSON.parse(text, refusePrototype) : JSON.parse(text) };
    }
    catch (cause) {
        if (cause instanceof RangeError)
            return { why: cause.message };
        return { why: `it is not valid JSON (${text.length} characters)` };
    }
}
function parseKind(value, kind) {
    if (kind === "latency-gate-run") {
        const parsed = runSchema.safeParse(value);
        return parsed.success
            ? { kind: "run", run: parsed.data }
            : unreadable(firstIssue(parsed.error));
    }
    if (kind === "latency-gate-baseline" || kind === undefined) {
        const parsed = baselineSchema.safeParse(value);
        return parsed.success
            ? { kind: "baseline", document: parsed.data }
            : unreadable(firstIssue(parsed.error));
    }
    return unreadable(`it is a ${kind}, neither a baseline nor a run`);
}
/** Reads a baseline document or a run file, told apart by their `kind`. */
function parseStored(text) {
    const json = parseJson(text);
    if ("why" in json)
        return unreadable(json.why);
    const head = headSchema.safeParse(json.value);
    if (!head.success)
        return unreadable("it has no schema version; it is not a file of ours");
    const { schema, kind } = head.data;
    if (!knownVersions.has(schema)) {
        return unreadable(`it has schema ${schema}; this version reads ${[...knownVersions].join(", ")}`);
    }
    return parseKind(json.value, kind);
}
/** A run as JSON in pieces, each of which holds its strings whole: a record a line. */
function* storedLines({ workloads, ...head }) {
    yield `${JSON.stringify(head).slice(0, -1)},"workloads":[`;
    for (const [index, workload] of workloads.entries()) {
        yield index === 0 ? "\n" : ",\n";
        yield* workloadLines(workload);
    }
    yield "\n]}\n";
}
function* workloadLines({ duet, ...own }) {
    yield* soloLines(own, duet ? "" : "}");
    if (!duet)
        return;
    const { base, ...rounds } = duet;
    yield `,\n"duet":${JSON.stringify(rounds).slice(0, -1)},"base":`;
    yield* soloLines(base, "}");
    yield "}}";
}
/** `end`: closes it, or leaves it open for more. */
function* soloLines({ records, ...solo }, end) {
    yield `${JSON.stringify(solo).slice(0, -1)},"records":[`;
    for (const [nth, record] of records.entries())
        yield `${nth === 0 ? "" : ","}\n${JSON.stringify(record)}`;
    yield `\n]${end}`;
}
/** Stable, readable, newline-terminated JSON. */
function formatStored(value) {
    return `${JSON.stringify(value)}\n`;
}

;// CONCATENATED MODULE: ./build/baseline/history-text.js
// Past jobs out of a text: a baseline document, or JSON lines of history records.



const legalText = "a baseline document, or history records as JSON, one on each line";
/** Order is time, so that a record whose time cannot be read has no place. */
const legalTime = 'a time such as "2026-11-30T10:00:00Z"';
/** A document is one JSON object over the whole text; anything else is read line by line. */
function readHistoryText(text) {
    const whole = parsed(text);
    return isDocument(whole) ? readDocument(text) : readLines(text);
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
const documentSchema = schemas/* looseObject */._H3({ workloads: schemas/* unknown */.L5J() });
const kindSchema = schemas/* looseObject */._H3({ kind: schemas/* string */.YjP() });
function isDocument(value) {
    return documentSchema.safeParse(value).success || kindSchema.safeParse(value).success;
}
function readDocument(text) {
    const stored = parseStored(text);
    if (stored.kind === "baseline") {
        const jobs = jobsOf(stored.document);
        return { jobs, problems: jobs.flatMap(({ record }) => timeProblem(record) ?? []) };
    }
    const why = stored.kind === "run" ? "a run file" : `a file of which ${stored.why}`;
    return { jobs: [], problems: [{ value: why, legal: legalText }] };
}
function jobsOf({ workloads }) {
    return Object.entries(workloads).flatMap(([name, { history, definition }]) => {
        const openLoop = String(definition["load"]).startsWith("open");
        return history.map((record) => ({ record, name, openLoop }));
    });
}
function readLines(text) {
    const jobs = [];
    const problems = [];
    for (const [index, line] of text.split(/\r?\n/).entries()) {
        if (line.trim() === "")
            continue;
        const found = readLine(line);
        if ("record" in found)
            jobs.push(found);
        else
            problems.push({ line: index + 1, ...found });
    }
    if (jobs.length === 0 && problems.length === 0)
        problems.push({ value: "no record", legal: legalText });
    return { jobs, problems };
}
function readLine(line) {
    const value = parsed(line);
    if (value === undefined)
        return { value: shown(line), legal: "a history record as JSON" };
    const record = historyRecordSchema.safeParse(value);
    if (!record.success)
        return issueOf(record.error, value);
    return timeProblem(record.data) ?? { record: record.data };
}
function timeProblem({ time }) {
    if (!Number.isNaN(Date.parse(time)))
        return undefined;
    return { value: `time ${shown(time)}`, legal: legalTime };
}
/** The first thing wrong with a record: where, what was seen there and what may be there. */
function issueOf(error, value) {
    const [issue] = error.issues;
    const path = issue?.path ?? [];
    const place = path.length === 0 ? "" : `${path.map(String).join(".")} `;
    const legal = issue?.message.replace(/^Invalid input: expected /, "") ?? "a history record";
    return { value: `${place}${shown(valueAt(value, path))}`, legal };
}
function valueAt(value, path) {
    return path.reduce((inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined, value);
}
const longest = 60;
/** On one line, cut, and without control characters: texts come from outside. */
function shown(value) {
    if (value === undefined)
        return "nothing";
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
    return cut.replaceAll(/\p{Cc}/gu, "\uFFFD");
}

;// CONCATENATED MODULE: ./build/metrics/catalog.js
// The catalogue: every metric once, with what is counted, its clock boundaries and its formula.
/** Raised when a definition changes; part of every workload key, so that old numbers are not compared. */
const definitionsVersion = 1;
const requestBoundary = "request boundary: the scheduled time (open loop) or the hand-over to the client (closed loop)";
const firstPiece = "arrival of the first non-empty output piece";
const lastPiece = "arrival of the last output piece";
const responseEnd = "arrival of the event that ends the response";
const windowStart = "first measured send";
const windowStop = "end of sending";
const entries = [
    {
        id: "ttft",
        label: "TTFT",
        unit: "ms",
        better: "lower",
        scope: "request",
        counted: undefined,
        clockStart: requestBoundary,
        clockStop: firstPiece,
        formula: "first piece − boundary",
    },
    {
        id: "ttfvt",
        label: "TTFT, visible",
        unit: "ms",
        better: "lower",
        scope: "request",
        counted: undefined,
        clockStart: requestBoundary,
        clockStop: "arrival of the first visible piece (reasoning left out)",
        formula: "first visible piece − boundary",
    },
    {
        id: "e2e",
        label: "E2E",
        unit: "ms",
        better: "lower",
        scope: "request",
        counted: undefined,
        clockStart: requestBoundary,
        clockStop: responseEnd,
        formula: "end − boundary",
    },
    {
        id: "tpot",
        label: "TPOT",
        unit: "ms/token",
        better: "lower",
        scope: "request",
        counted: "output tokens after the first",
        clockStart: firstPiece,
        clockStop: lastPiece,
        formula: "(last piece − first piece) ÷ (N − 1)",
    },
    {
        id: "generation_rate",
        label: "Generation rate",
        unit: "tokens/s",
        better: "higher",
        scope: "request",
        counted: "output tokens after the first",
        clockStart: firstPiece,
        clockStop: lastPiece,
        formula: "(N − 1) ÷ (last piece − first piece)",
    },
    {
        id: "whole_request_rate",
        label: "Whole-request rate",
        unit: "tokens/s",
        better: "higher",
        scope: "request",
        counted: "all output tokens",
        clockStart: requestBoundary,
        clockStop: responseEnd,
        formula: "N ÷ e2e",
    },
    {
        id: "itl",
        label: "ITL",
        unit: "ms",
        better: "lower",
        scope: "gap",
        counted: undefined,
        clockStart: "arrival of one output piece",
        clockStop: "arrival of the next",
        formula: "next piece − piece",
    },
    {
        id: "output_throughput",
        label: "Output throughput",
        unit: "tokens/s",
        better: "higher",
        scope: "deployment",
        counted: "output tokens of all requests, when they arrive",
        clockStart: windowStart,
        clockStop: windowStop,
        formula: "tokens ÷ window",
    },
    {
        id: "total_throughput",
        label: "Total throughput",
        unit: "tokens/s",
        better: "higher",
        scope: "deployment",
        counted: "input and output tokens",
        clockStart: windowStart,
        clockStop: windowStop,
        formula: "tokens ÷ window",
    },
    {
        id: "request_throughput",
        label: "Request throughput",
        unit: "requests/s",
        better: "higher",
        scope: "deployment",
        counted: "completed requests",
        clockStart: windowStart,
        clockStop: windowStop,
        formula: "completions ÷ window",
    },
    {
        id: "goodput",
        label: "Goodput",
        unit: "requests/s",
        better: "higher",
        scope: "deployment",
        counted: "completed requests that meet every objective",
        clockStart: windowStart,
        clockStop: windowStop,
        formula: "good completions ÷ window",
    },
    {
        id: "good_share",
        label: "Good share",
        unit: "share",
        better: "higher",
        scope: "deployment",
        counted: "completed requests that meet every objective, of all attempted",
        clockStart: undefined,
        clockStop: undefined,
        formula: "good completions ÷ attempted",
    },
    {
        id: "error_rate",
        label: "Errors",
        unit: "share",
        better: "lower",
        scope: "deployment",
        counted: "failed requests, of all attempted",
        clockStart: undefined,
        clockStop: undefined,
        formula: "failed ÷ attempted",
    },
    {
        id: "rejection_rate",
        label: "Rejections",
        unit: "share",
        better: "lower",
        scope: "deployment",
        counted: 'requests refused for load (429, 503 or "overloaded"), of all attempted; they count as failed too',
        clockStart: undefined,
        clockStop: undefined,
        formula: "refused ÷ attempted",
    },
    {
        id: "queue_delay",
        label: "Queue delay",
        unit: "ms",
        better: "lower",
        scope: "client",
        counted: undefined,
        clockStart: "scheduled time",
        clockStop: "actual send",
        formula: "sent − scheduled",
    },
];
const catalog = new Map(entries.map((entry) => [entry.id, entry]));
function metric(id) {
    const found = catalog.get(id);
    if (!found)
        throw new RangeError(`no metric ${id} in the catalogue`);
    return found;
}
/** Shares of failures are compared as counts, in points, by a test of their own: from 0 there is no relative change. */
function isFailureShare({ id }) {
    return id === "error_rate" || id === "rejection_rate";
}
const statistics = ["mean", "p50", "p90", "p95", "p99"];
/** The share below a quantile statistic; undefined for the mean. */
const quantileOf = {
    mean: undefined,
    p50: 0.5,
    p90: 0.9,
    p95: 0.95,
    p99: 0.99,
};
function hasStatistics(entry) {
    return entry.scope !== "deployment";
}
const cells = new Map(entries.flatMap((entry) => hasStatistics(entry)
    ? statistics.map((statistic) => [
        `${entry.id}.${statistic}`,
        { id: `${entry.id}.${statistic}`, metric: entry, statistic },
    ])
    : [[entry.id, { id: entry.id, metric: entry, statistic: undefined }]]));

;// CONCATENATED MODULE: ./build/verdict/policy.js
// Policy: which cells gate, what each may change, and what each verdict does to the check.

const shareByStatistic = {
    mean: 0.1,
    p50: 0.1,
    p90: 0.15,
    p95: 0.15,
    p99: 0.25,
};
/** Deployment rates. */
const shareOfRates = 0.1;
/** Shares of failures are compared in points: 0.5 of them. */
const errorPoints = 0.005;
/** Smaller differences in ms are below what anybody feels or a runner can tell. */
const smallestChange = {
    ttft: 2,
    ttfvt: 2,
    e2e: 2,
    tpot: 0.2,
    itl: 0.2,
};
/** What a cell may change where the user said nothing of it; also how the cells that do not gate are shown. */
function defaultLimit({ metric, statistic }) {
    const minChange = smallestChange[metric.id] ?? 0;
    if (isFailureShare(metric))
        return { maxChange: errorPoints, minChange };
    return { maxChange: statistic ? shareByStatistic[statistic] : shareOfRates, minChange };
}
const gatedByDefault = [
    "ttft.p50",
    "ttft.p95",
    "tpot.p50",
    "tpot.p95",
    "e2e.p95",
    "output_throughput",
    "error_rate",
    "rejection_rate",
];
function defaultCells() {
    const gated = gatedByDefault.flatMap((id) => cells.get(id) ?? []);
    return new Map(gated.map((cell) => [cell.id, defaultLimit(cell)]));
}
const defaultPolicy = {
    rule: "effect",
    cells: defaultCells(),
    named: new Set(),
    alpha: 0.05,
    confirm: 1,
    history: 30,
    minHistory: 5,
    assumedRunCv: 0.04,
    onRegression: "fail",
    onInconclusive: "pass",
    onNoBaseline: "pass",
};
/** Green 0, red 1, invalid 3: the one place where a verdict becomes an exit code. */
function policy_exitCodeOf(kind, policy) {
    switch (kind) {
        case "passed":
        case "accepted":
        case "skipped":
            return 0;
        case "regressed":
            return policy.onRegression === "fail" ? 1 : 0;
        case "inconclusive":
            return policy.onInconclusive === "fail" ? 1 : 0;
        case "no-baseline":
            return policy.onNoBaseline === "fail" ? 1 : 0;
        case "invalid":
            return 3;
    }
}

;// CONCATENATED MODULE: ./build/time.js
// Micros, the one unit of time inside the program, and its conversions.
function micros(value) {
    return Math.round(value);
}
function fromMilliseconds(milliseconds) {
    return micros(milliseconds * 1_000);
}
function fromSeconds(seconds) {
    return micros(seconds * 1_000_000);
}
/** Milliseconds with at most three decimals, so that JSON shows whole microseconds. */
function toMilliseconds(duration) {
    return duration / 1_000;
}
function toSeconds(duration) {
    return duration / 1_000_000;
}

;// CONCATENATED MODULE: ./build/config/fields/field.js
// Field: how one setting is read from a string or a YAML value, and what is legal there.
/** Stands wherever a secret would have been printed. */
const field_hidden = "***";
function accept(value) {
    return { ok: true, value };
}
function refuse(value, legal, path = []) {
    return { ok: false, troubles: [{ path, value, legal }] };
}
/** A value as messages quote it: one line, bounded, containers only named. */
function show(raw) {
    if (raw === undefined || raw === null || raw === "")
        return "nothing";
    if (typeof raw === "string")
        return JSON.stringify(raw.length > 80 ? `${raw.slice(0, 79)}…` : raw);
    if (typeof raw !== "object")
        return String(raw);
    return Array.isArray(raw) ? "a list" : "a mapping";
}
/** The text of a scalar, trimmed: YAML numbers and booleans read as inputs would give them. */
function textOf(raw) {
    if (typeof raw === "string")
        return raw.trim();
    return typeof raw === "number" || typeof raw === "boolean" ? String(raw) : undefined;
}
function isMapping(raw) {
    return typeof raw === "object" && raw !== null && Object.getPrototypeOf(raw) === Object.prototype;
}
/** A field of one scalar; `read` gives undefined for what is not legal. */
function scalar(legal, schema, read) {
    const parse = (raw) => {
        const text = textOf(raw);
        const value = text ? read(text) : undefined;
        return value === undefined ? refuse(show(raw), legal) : accept(value);
    };
    return { parse, legal, schema };
}
/** All values, or all troubles, each led by the name of the entry that it was found in. */
function collect(entries) {
    const troubles = entries.flatMap(([name, parsed]) => parsed.ok
        ? []
        : parsed.troubles.map((trouble) => ({ ...trouble, path: [name, ...trouble.path] })));
    if (troubles.length > 0)
        return { ok: false, troubles };
    return accept(entries.flatMap(([, parsed]) => (parsed.ok ? [parsed.value] : [])));
}

;// CONCATENATED MODULE: ./build/config/sources/unknown-key.js
// Unknown keys: refused by name, with the nearest known one.

/** Levenshtein's edit distance, one row at a time. */
function distance(left, right) {
    let row = Array.from({ length: right.length + 1 }, (_, column) => column);
    for (let line = 1; line <= left.length; line++) {
        const next = [line];
        for (let column = 1; column <= right.length; column++) {
            const swap = left[line - 1] === right[column - 1] ? 0 : 1;
            const above = row[column] ?? 0;
            next.push(Math.min((row[column - 1] ?? 0) + swap, above + 1, (next[column - 1] ?? 0) + 1));
        }
        row = next;
    }
    return row[right.length] ?? 0;
}
/** The known name that a slip of the keyboard, or another spelling, may have meant. */
function nearest(key, known) {
    const typed = key.slice(0, 64).toLowerCase().replaceAll(/[_ ]/g, "-");
    const ranked = known
        .map((name) => ({ name, edits: distance(typed, name.replaceAll("_", "-")) }))
        .sort((left, right) => left.edits - right.edits);
    const [best] = ranked;
    return best && best.edits <= Math.ceil(key.length / 3) ? best.name : undefined;
}
/** So few that naming them all says more than the nearest alone. */
const few = 8;
function unknownKey(key, known) {
    const all = known.join(", ");
    const near = nearest(key, known);
    const legal = near ? `perhaps ${near}${known.length <= few ? `, of ${all}` : ""}` : all;
    return refuse("an unknown key", legal, [key]);
}

;// CONCATENATED MODULE: ./build/config/fields/compound-fields.js
// Fields of several values: lists and mappings, and the one-line spellings that inputs use for them.


/** One value or several: "8", "1, 8, 16", `[1, 8, 16]`; never empty, never the same twice. */
function list(item) {
    const legal = `${item.legal}, or a list of such without repeats`;
    const parse = (raw) => {
        const items = Array.isArray(raw) ? raw : splitText(raw, /[,\n]/);
        const [only] = items;
        if (items.length === 0)
            return refuse(show(raw), legal);
        if (items.length === 1)
            return one(item.parse(only));
        const parsed = collect(items.map((entry, at) => [`[${at}]`, item.parse(entry)]));
        const repeats = parsed.ok && new Set(parsed.value).size < items.length;
        return repeats ? refuse("a value twice", legal) : parsed;
    };
    return { parse, legal, schema: listSchema(item.schema) };
}
function one(parsed) {
    return parsed.ok ? accept([parsed.value]) : parsed;
}
function splitText(raw, separator) {
    const parts = (textOf(raw) ?? "").split(separator).map((part) => part.trim());
    return parts.filter((part) => part !== "");
}
function listSchema(item) {
    return { anyOf: [item, { type: "array", items: item, minItems: 1, uniqueItems: true }] };
}
/** Name and value pairs: a YAML mapping, or text such as "ttft: 500ms, e2e = 5s", or one pair a line. */
function pairsOf(raw) {
    if (isMapping(raw))
        return Object.entries(raw);
    return textPairs(raw, textOf(raw)?.includes("\n") ? /\n/ : /,/, /^([^:=]+?)\s*[:=]\s*(.+)$/);
}
/** Undefined where a part is no pair, or nothing is there. `pair` captures name and value. */
function textPairs(raw, separator, pair) {
    const pairs = splitText(raw, separator).map((part) => pair.exec(part));
    if (pairs.length === 0 || pairs.includes(null))
        return undefined;
    return pairs.map((found) => [found?.[1] ?? "", found?.[2]]);
}
/** A mapping whose names are known, each entry with its own field; the one-line spelling is read too. */
function mapping({ fields, legal, build }) {
    const known = new Map(Object.entries(fields));
    const entry = ([name, value]) => {
        const parsed = known.get(name)?.parse(value);
        if (!parsed)
            return ["", unknownKey(name, [...known.keys()])];
        return [name, parsed.ok ? accept([name, parsed.value]) : parsed];
    };
    const parse = (raw) => {
        const pairs = pairsOf(raw);
        if (!pairs)
            return refuse(show(raw), legal);
        const twice = repeatedName(pairs);
        if (twice !== undefined)
            return refuse("a name twice", legal, [twice]);
        const parsed = collect(pairs.map(entry));
        return parsed.ok ? accept(build(new Map(parsed.value))) : parsed;
    };
    return { parse, legal, schema: mappingSchema(fields) };
}
function repeatedName(pairs) {
    const names = pairs.map(([name]) => name.toLowerCase());
    const at = names.findIndex((name, index) => names.indexOf(name) < index);
    return pairs[at]?.[0];
}
function mappingSchema(fields) {
    const properties = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
    return {
        type: "object",
        additionalProperties: false,
        properties: Object.fromEntries(properties),
    };
}

;// CONCATENATED MODULE: ./build/config/fields/units.js
// Units: "250ms", "2m", "5%", "10/s" → numbers, and back for messages; a missing unit is never guessed.

/** Microseconds per unit, the largest first, which is the order in which one is chosen for showing. */
const durationUnits = [
    ["d", 86_400_000_000],
    ["h", 3_600_000_000],
    ["m", 60_000_000],
    ["s", 1_000_000],
    ["ms", 1_000],
    ["us", 1],
];
const decimal = "\\d{1,15}(?:\\.\\d{1,9})?";
const durationForm = new RegExp(`^(${decimal}) ?(d|h|m|s|ms|us|µs)$`);
const shareForm = new RegExp(`^(${decimal}) ?%$`);
const rateForm = new RegExp(`^(${decimal}) ?(?:[a-z]+ ?)?/ ?(s|m)$`);
const numberForm = new RegExp(`^-?${decimal}(?:e-?\\d{1,2})?$`, "i");
/** The same forms for editors, as JSON Schema patterns. */
const durationPattern = `^(0|${decimal} ?(d|h|m|s|ms|us|µs))$`;
const sharePattern = `^${decimal} ?%$`;
const ratePattern = `^${decimal}( ?([a-z]+ ?)?/ ?(s|m))?$`;
/** "250ms", "1.5s", "2m", "1h", "14d", and a plain "0", which is 0 in any unit; undefined otherwise. */
function parseDuration(text) {
    if (text === "0")
        return micros(0);
    const [, value, unit] = durationForm.exec(text) ?? [];
    if (value === undefined || unit === undefined)
        return undefined;
    const found = durationUnits.find(([name]) => name === unit.replace("µ", "u"));
    return found && micros(Number(value) * found[1]);
}
/** "5%" → 0.05. A number without the sign is undefined: "1.1" may mean 110 % or 1.1 %. */
function parseShare(text) {
    const [, percent] = shareForm.exec(text) ?? [];
    // Rounded, so that 0.7 % is 0.007 and not 0.006999…
    return percent === undefined ? undefined : Number((Number(percent) / 100).toPrecision(15));
}
/** Events per second from "10/s", "600/m", "1200 tokens/s" or "10", which counts per second. */
function parseRate(text) {
    const [, value, unit] = rateForm.exec(text) ?? [];
    if (value === undefined)
        return parseNumber(text);
    return Number(value) / (unit === "m" ? 60 : 1);
}
function parseNumber(text) {
    return numberForm.test(text) ? Number(text) : undefined;
}
/** In the largest unit that needs no fraction: "2m", "90s", "250ms". */
function showDuration(duration) {
    if (duration === 0)
        return "0";
    const [unit, size] = durationUnits.find(([, size]) => duration % size === 0) ?? ["us", 1];
    return `${duration / size}${unit}`;
}
function showShare(share) {
    return `${Number((share * 100).toPrecision(12))}%`;
}

;// CONCATENATED MODULE: ./build/config/fields/number-fields.js


function inside(value, { from, to }) {
    return value !== undefined && value >= from && value <= to ? value : undefined;
}
function integer(range) {
    return scalar(`a whole number from ${range.from} to ${range.to}`, { type: "integer", minimum: range.from, maximum: range.to }, (text) => {
        const value = inside(parseNumber(text), range);
        return Number.isInteger(value) ? value : undefined;
    });
}
function number(range) {
    return scalar(`a number from ${range.from} to ${range.to}`, { type: "number", minimum: range.from, maximum: range.to }, (text) => inside(parseNumber(text), range));
}
/** Bounds are written as users write them. With `none`, 0 is legal below the range and means none. */
function duration(from, to, options = {}) {
    const range = { from: parseDuration(from) ?? 0, to: parseDuration(to) ?? 0 };
    const zero = options.none === undefined ? "" : `, or 0 for ${options.none}`;
    return scalar(`a duration with its unit (us, ms, s, m, h, d) from ${from} to ${to}${zero}`, { anyOf: [{ type: "string", pattern: durationPattern }, { const: 0 }] }, (text) => {
        const value = parseDuration(text);
        if (value === 0 && options.none !== undefined)
            return value;
        return inside(value, range) === undefined ? undefined : value;
    });
}
/** A fraction from a percentage; the range is given as fractions. */
function number_fields_share(range) {
    return scalar(`a share with its sign from ${showShare(range.from)} to ${showShare(range.to)}`, { type: "string", pattern: sharePattern }, (text) => inside(parseShare(text), range));
}
/** Per second. */
function rate(range) {
    return scalar(`a rate per second or minute from ${range.from}/s to ${range.to}/s, as in 10/s or 90/m`, {
        anyOf: [
            { type: "number", minimum: range.from, maximum: range.to },
            { type: "string", pattern: ratePattern },
        ],
    }, (text) => inside(parseRate(text), range));
}
/** A fixed token count "256", or an inclusive spread "200-400". */
function tokenLength(range) {
    const legal = `a whole number from ${range.from} to ${range.to}, or two as in 200-400`;
    const schema = { anyOf: [integer(range).schema, { type: "string", pattern: "^\\d+-\\d+$" }] };
    return scalar(legal, schema, (text) => {
        const [, low, high] = /^(\d+)(?: ?- ?(\d+))?$/.exec(text) ?? [];
        const minimum = inside(Number(low), range);
        const maximum = inside(Number(high ?? low), range);
        if (minimum === undefined || maximum === undefined || maximum < minimum)
            return undefined;
        return { minimum, maximum };
    });
}
function warmUp(counts, shares) {
    const count = integer(counts);
    const part = number_fields_share(shares);
    const legal = `${count.legal} (0 for none), or ${part.legal}`;
    const parse = (raw) => {
        const counted = count.parse(raw);
        if (counted.ok)
            return accept({ kind: "count", requests: counted.value });
        const shared = part.parse(raw);
        if (shared.ok)
            return accept({ kind: "share", share: shared.value });
        return refuse(show(raw), legal);
    };
    return { parse, legal, schema: { anyOf: [count.schema, part.schema] } };
}

;// CONCATENATED MODULE: ./build/config/cells.js
// Cells in the gate's YAML: which cells gate, and what each may do, in the units of its metric.






function cells_milliseconds() {
    const field = duration("0", "24h");
    const parse = (raw) => {
        const parsed = field.parse(raw);
        return parsed.ok ? accept(toMilliseconds(parsed.value)) : parsed;
    };
    return { ...field, parse };
}
const absolute = {
    ms: cells_milliseconds(),
    "ms/token": cells_milliseconds(),
    "tokens/s": rate({ from: 0, to: 1e9 }),
    "requests/s": rate({ from: 0, to: 1e9 }),
    share: number_fields_share({ from: 0, to: 1 }),
};
/** A bound on the bad side only: more latency, less throughput. */
function limitFields({ metric }) {
    const value = absolute[metric.unit];
    return metric.better === "lower"
        ? { "max-increase": number_fields_share({ from: 0, to: 10 }), "min-change": value, max: value }
        : { "max-decrease": number_fields_share({ from: 0, to: 0.99 }), "min-change": value, min: value };
}
function limitField(cell) {
    const fields = limitFields(cell);
    const legal = `a mapping of ${Object.keys(fields).join(", ")}; or off`;
    const stated = mapping({
        fields,
        legal,
        build: (values) => ({
            maxChange: values.get("max-increase") ?? values.get("max-decrease"),
            minChange: values.get("min-change"),
            max: values.get("max"),
            min: values.get("min"),
        }),
    });
    const parse = (raw) => raw === false || raw === "off" ? accept("off") : stated.parse(raw);
    return { parse, legal, schema: { anyOf: [{ enum: ["off", false] }, stated.schema] } };
}
const limitFieldOf = new Map([...cells].map(([id, cell]) => [id, limitField(cell)]));
const cellIds = [...cells.keys()];
/** Cells of the same direction and unit share one definition in the schema. */
function kindOf({ metric }) {
    return `${metric.better}-${metric.unit.replace("/", "-per-")}`;
}
const cellDefinitions = Object.fromEntries([...cells.values()].map((cell) => [kindOf(cell), limitFieldOf.get(cell.id)?.schema]));
function entry([id, raw]) {
    const parsed = limitFieldOf.get(id)?.parse(raw);
    if (!parsed)
        return ["", unknownKey(id, cellIds)];
    return [id, parsed.ok ? accept([id, parsed.value]) : parsed];
}
const legal = 'a mapping of cells, as in "ttft.p95: { max-increase: 15% }"';
const cellsField = {
    legal,
    parse: (raw) => {
        if (!isMapping(raw))
            return refuse(show(raw), legal);
        const parsed = collect(Object.entries(raw).map(entry));
        return parsed.ok ? accept(new Map(parsed.value)) : parsed;
    },
    schema: {
        type: "object",
        additionalProperties: false,
        properties: Object.fromEntries([...cells.values()].map((cell) => [cell.id, { $ref: `#/definitions/${kindOf(cell)}` }])),
    },
};

;// CONCATENATED MODULE: ./build/config/fields/text-fields.js
// Fields of one text: choices, plain text, switches, URLs, patterns, secrets.

/** C0, DEL and C1: they would break lines of logs, headers and reports. */
const control = /\p{Cc}/u;
function choice(values) {
    return scalar(values.join(" or "), { enum: values }, (text) => values.find((value) => value === text));
}
function text_fields_boolean() {
    return scalar("true or false", { type: "boolean" }, (text) => {
        if (/^(true|True|TRUE)$/.test(text))
            return true;
        return /^(false|False|FALSE)$/.test(text) ? false : undefined;
    });
}
/** One line of text. Fractions from YAML are refused: `0.10` would silently become "0.1". */
function text_fields_text({ longest = 200, pattern, legal } = {}) {
    const phrase = legal ?? `one line of at most ${longest} characters (quote it if it is a number)`;
    const string = { type: "string", minLength: 1, maxLength: longest, ...patternOf(pattern) };
    const schema = pattern ? string : { anyOf: [string, { type: "integer" }] };
    const fits = (value) => value.length <= longest && !control.test(value) && (pattern?.test(value) ?? true);
    const parse = (raw) => {
        const value = typeof raw === "string" || Number.isSafeInteger(raw) ? textOf(raw) : undefined;
        return value && fits(value) ? accept(value) : refuse(show(raw), phrase);
    };
    return { parse, legal: phrase, schema };
}
function patternOf(pattern) {
    return pattern ? { pattern: pattern.source } : {};
}
/** Text of several lines, taken as it is. */
function anyText({ longest }) {
    const legal = `a text of at most ${longest} characters`;
    const parse = (raw) => typeof raw === "string" && raw !== "" && raw.length <= longest
        ? accept(raw)
        : refuse(show(raw), legal);
    return { parse, legal, schema: { type: "string", minLength: 1, maxLength: longest } };
}
/** Like text, but no message ever shows it. */
function secret() {
    const field = text_fields_text({
        longest: 10_000,
        pattern: /^[!-~]+$/,
        legal: "one line of visible ASCII characters without blanks",
    });
    const parse = (raw) => field.parse(raw).ok ? field.parse(raw) : refuse(raw === "" ? "nothing" : field_hidden, field.legal);
    return { ...field, parse };
}
/** Without its query and user information, either of which may carry a key. */
function showUrl(text) {
    const [address = ""] = text.split(/[?#]/);
    return show(address.replace(/\/\/[^/]*@/, `//${field_hidden}@`) + (address === text ? "" : "?…"));
}
function urlFrom(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:\/\//i.test(text) || url.username || url.password || url.hash)
        return;
    return url;
}
function url() {
    const legal = "an http:// or https:// URL without user, password and fragment";
    const parse = (raw) => {
        const value = textOf(raw) ?? "";
        const found = urlFrom(value);
        return found ? accept(found) : refuse(value ? showUrl(value) : show(raw), legal);
    };
    return { parse, legal, schema: { type: "string", pattern: "^[hH][tT][tT][pP][sS]?://" } };
}
/** "URL~TEXT": the answer of URL must contain TEXT. */
function urlAndText() {
    const legal = "URL~TEXT with an http:// or https:// URL and a text that its answer must contain";
    const parse = (raw) => {
        const value = textOf(raw) ?? "";
        const split = value.indexOf("~");
        const found = urlFrom(value.slice(0, Math.max(split, 0)));
        const wanted = value.slice(split + 1);
        if (found && wanted)
            return accept({ url: found.href, text: wanted });
        return refuse(value ? showUrl(value) : show(raw), legal);
    };
    return { parse, legal, schema: { type: "string", pattern: "^[hH][tT][tT][pP][sS]?://.*~." } };
}
function regex() {
    return scalar("a JavaScript regular expression", { type: "string", minLength: 1 }, (text) => {
        try {
            new RegExp(text);
            return text;
        }
        catch {
            return undefined;
        }
    });
}

;// CONCATENATED MODULE: ./build/config/settings/setting.js
function describe(spec, fallback) {
    const value = fallback ?? spec.otherwise ?? "none";
    return `${spec.does} Takes ${spec.field.legal}; default: ${value}.`;
}
function common(name, spec, fallback) {
    const { field, place, commands, action = true, actionDefault } = spec;
    const isSwitch = field.schema["type"] === "boolean";
    const description = describe(spec, fallback);
    return { name, description, field, place, commands, action, actionDefault, isSwitch };
}
/** A setting without a default value. */
function optional(name, spec) {
    return { ...common(name, spec, undefined), fallback: undefined };
}
/** A setting whose default is written as a user would write it. */
function defaulted(name, fallback, spec) {
    const parsed = spec.field.parse(fallback);
    if (!parsed.ok)
        throw new RangeError(`the default ${fallback} of ${name} is not legal`);
    return { ...common(name, spec, fallback), fallback: parsed.value };
}

;// CONCATENATED MODULE: ./build/config/settings/gate-settings.js
// Settings of the verdict: under `gate:` in the config file, as inputs and as flags.



const commands = ["gate", "compare", "backtest", "calibrate"];
const place = "gate";
/** Settings of the gate that go together; what is given beside a preset goes before it. */
const presets = ["sensitive", "strict", "release"];
const gateSettings = {
    preset: optional("preset", {
        does: "Settings that go together: sensitive accepts more false alarms (alpha 0.1), strict asks that the confidence bound of a change be beyond its limit, release passes only what is proven to be within its limits.",
        field: choice(presets),
        place,
        commands,
        action: false,
    }),
    alpha: defaulted("alpha", "0.05", {
        does: "The share of false alarms that a job accepts over all of its gating cells.",
        field: number({ from: 0.0001, to: 0.5 }),
        place,
        commands,
    }),
    confirm: defaulted("confirm", "1", {
        does: "How often a regression is measured again before it counts; without it alpha is 0.01.",
        field: integer({ from: 0, to: 1 }),
        place,
        commands,
    }),
    onRegression: defaulted("on-regression", "fail", {
        does: "What a regression does to the check.",
        field: choice(["fail", "warn"]),
        place,
        commands,
    }),
    onInconclusive: defaulted("on-inconclusive", "pass", {
        does: "What an inconclusive comparison does to the check.",
        field: choice(["pass", "fail"]),
        place,
        commands,
    }),
    onNoBaseline: defaulted("on-no-baseline", "pass", {
        does: "What a missing baseline does to the check.",
        field: choice(["pass", "fail"]),
        place,
        commands,
    }),
    minHistory: defaulted("min-history", "5", {
        does: "With fewer recorded jobs than this only gross changes are found, and the report says so.",
        field: integer({ from: 1, to: 1_000 }),
        place,
        commands,
    }),
    history: defaulted("history", "30", {
        does: "How many jobs of the main branch are kept and compared with.",
        field: integer({ from: 1, to: 1_000 }),
        place,
        commands,
    }),
    assumedRunCv: defaulted("assumed-run-cv", "4%", {
        does: "The spread between runs that is assumed until the history shows its own.",
        field: number_fields_share({ from: 0.001, to: 1 }),
        place,
        commands: [],
        action: false,
    }),
};

;// CONCATENATED MODULE: ./build/config/fields/request-fields.js




/** A token of RFC 9110 §5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerLine = /^([^:]+?)\s*:\s*(.+)$/;
const headerValue = /^[\t\x20-\x7e]+$/;
/** Framing and connection belong to the client; a wrong one would break every request. */
const reservedHeaders = new Set([
    "connection",
    "content-length",
    "expect",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
]);
function header([name, raw]) {
    const value = textOf(raw) ?? "";
    if (!headerName.test(name))
        return [name, refuse("an illegal header name", headersLegal)];
    if (reservedHeaders.has(name.toLowerCase()))
        return [name, refuse("a header that the client itself must set", "other headers")];
    if (headerValue.test(value))
        return [name, accept(value)];
    return [name, refuse(value ? field_hidden : show(raw), "visible ASCII on one line")];
}
const headersLegal = 'lines of "Name: value", or in YAML a mapping of names to values';
/** Values may be credentials: no message shows them. */
function headers() {
    const parse = (raw) => {
        const pairs = isMapping(raw) ? Object.entries(raw) : textPairs(raw, /\n/, headerLine);
        if (!pairs)
            return refuse(typeof raw === "string" && raw ? field_hidden : show(raw), headersLegal);
        const twice = repeatedName(pairs);
        if (twice !== undefined)
            return refuse("a name twice", headersLegal, [twice]);
        const parsed = collect(pairs.map(header));
        const named = (value, at) => [pairs[at]?.[0].toLowerCase() ?? "", value];
        return parsed.ok ? accept(Object.fromEntries(parsed.value.map(named))) : parsed;
    };
    const schema = {
        type: "object",
        additionalProperties: { type: ["string", "number", "boolean"] },
    };
    return { parse, legal: headersLegal, schema };
}
/** The metrics that have a value for each request and that users state objectives in. */
const objectiveMetrics = ["ttft", "ttfvt", "tpot", "e2e"];
function objectives() {
    const bound = duration("1us", "1h");
    return mapping({
        fields: Object.fromEntries(objectiveMetrics.map((metric) => [metric, bound])),
        legal: `durations for ${objectiveMetrics.join(", ")}, as in "ttft: 500ms, e2e: 5s"`,
        build: (values) => objectiveMetrics.flatMap((metric) => {
            const max = values.get(metric);
            return max === undefined ? [] : [{ metric, max }];
        }),
    });
}
const environmentKeys = ["model", "precision", "hardware", "engine", "replicas", "region"];
function environment() {
    const stated = text_fields_text();
    return mapping({
        fields: Object.fromEntries(environmentKeys.map((key) => [key, stated])),
        legal: `texts for ${environmentKeys.join(", ")}, as in "hardware=2xH100, precision=fp8"`,
        build: (values) => ({
            model: values.get("model"),
            precision: values.get("precision"),
            hardware: values.get("hardware"),
            engine: values.get("engine"),
            replicas: values.get("replicas"),
            region: values.get("region"),
        }),
    });
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(38815);
;// CONCATENATED MODULE: ./build/config/sources/yaml.js
// YAML text → plain values: version 1.2, bounded, every mistake told with its line; the only importer of yaml.


/** Far above any real configuration, far below what would stall the parser. */
const yaml_longest = 262_144;
/** Nodes that aliases may repeat in all, so that nested anchors cannot grow without bound. */
const maxAliasCount = 100;
function mistakes(document) {
    const { version } = document.directives.yaml;
    const found = [...document.errors, ...document.warnings].map(({ message }) => firstLine(message));
    return version === "1.2" ? found : [`%YAML ${version}`, ...found];
}
/** "Map keys must be unique at line 2, column 1:" without the excerpt, which might hold a secret. */
function firstLine(message) {
    return message.split("\n", 1)[0]?.replace(/:$/, "").slice(0, 160) ?? "";
}
/** Empty text is an empty mapping; only the first three mistakes are told. */
function parseYaml(text) {
    if (text.length > yaml_longest)
        return refuse(`${text.length} characters of YAML`, `at most ${yaml_longest}`);
    const document = (0,dist/* parseDocument */.Tp)(text, { version: "1.2", logLevel: "error" });
    const wrong = mistakes(document).slice(0, 3);
    if (wrong.length > 0)
        return {
            ok: false,
            troubles: wrong.map((value) => ({ path: [], value, legal: "a mapping in YAML 1.2" })),
        };
    return toMapping(document);
}
function toMapping(document) {
    try {
        const value = document.toJS({ maxAliasCount }) ?? {};
        return isMapping(value)
            ? accept(value)
            : refuse("YAML that is no mapping", "a mapping of names to values");
    }
    catch {
        return refuse("aliases that repeat too much", `aliases for at most ${maxAliasCount} nodes`);
    }
}

;// CONCATENATED MODULE: ./build/config/settings/job-settings.js
// Settings of the whole job: where requests go, bounds, baseline, results and what is told to whom.







const modes = ["auto", "measure", "compare", "comment", "calibrate"];
/** Read when no `config` is given, if it exists. */
const defaultConfigPath = ".github/latency-gate.yml";
const measuring = ["measure", "gate", "calibrate"];
const judging = ["gate", "compare", "backtest", "calibrate"];
const everywhere = ["measure", ...judging];
const recording = ["gate", "calibrate"];
const never = "never";
const job_settings_top = "top";
const path = text_fields_text({ longest: 1_000, legal: "a path" });
/** Names of workloads and of the gate: they become file names and table cells. */
const workloadName = text_fields_text({
    longest: 64,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    legal: "a name of letters, digits, dots, dashes and underscores, at most 64",
});
function placeOf(text) {
    return text === "artifact" || text === "branch" ? { kind: text } : { kind: "path", path: text };
}
/** A path of such a name is written ./artifact. */
const baselinePlace = {
    legal: "artifact, branch or a path",
    schema: path.schema,
    parse: (raw) => {
        const parsed = path.parse(raw);
        return parsed.ok ? accept(placeOf(parsed.value)) : refuse(show(raw), baselinePlace.legal);
    },
};
/** What git allows, and a little less (git-check-ref-format). */
const branchName = text_fields_text({
    longest: 200,
    pattern: /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$))[A-Za-z0-9_][A-Za-z0-9._/-]*$/,
    legal: "the name of a branch",
});
/** YAML as text, or what YAML already made of it; its keys are checked with those of the file. */
const gateYaml = {
    legal: 'YAML, as in "cells: { ttft.p95: { max-increase: 20% } }"',
    schema: { type: "object" },
    parse: (raw) => {
        if (isMapping(raw))
            return accept(raw);
        return typeof raw === "string" ? parseYaml(raw) : refuse(show(raw), gateYaml.legal);
    },
};
const jobSettings = {
    endpoint: optional("endpoint", {
        does: "The base URL of the endpoint, such as https://host/v1; the API's path is appended unless it is there already, and a query is kept.",
        field: url(),
        place: job_settings_top,
        commands: measuring,
        otherwise: "none, every measurement needs one",
    }),
    baselineEndpoint: optional("baseline-endpoint", {
        does: "The base URL of a second deployment, that of the base commit: both are measured in one job, in rounds that alternate, and compared round by round instead of with main's history. It gets the same key and headers. Main's own jobs measure endpoint alone; a calibration takes the same version at both, and learns what their placement makes of a difference.",
        field: url(),
        place: job_settings_top,
        commands: measuring,
        otherwise: "none, endpoint is compared with what main remembers",
    }),
    rounds: defaulted("rounds", "10", {
        does: "In how many rounds the requests to each endpoint are sent where there is a baseline-endpoint.",
        field: integer({ from: 6, to: 100 }),
        place: job_settings_top,
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
        place: job_settings_top,
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
        place: job_settings_top,
        commands: recording,
        otherwise: "artifact in the action, .latency-gate/baseline.json on the command line",
    }),
    baselineBranch: defaulted("baseline-branch", "latency-gate-data", {
        does: "The data branch that main writes for baseline: branch, for which it needs contents: write.",
        field: branchName,
        place: job_settings_top,
        commands: [],
    }),
    maxBaselineAge: defaulted("max-baseline-age", "14d", {
        does: "An older baseline makes the comparison inconclusive.",
        field: duration("1m", "3650d"),
        place: job_settings_top,
        commands: ["gate", "compare"],
    }),
    pinBaseline: defaulted("pin-baseline", "false", {
        does: "Keeps this job of main as the reference, such as the last release: later jobs of main say where they have become slower than it was.",
        field: text_fields_boolean(),
        place: never,
        commands: ["gate"],
    }),
    resetBaseline: defaulted("reset-baseline", "false", {
        does: "Starts a new epoch with this job: what was recorded before is no longer compared with.",
        field: text_fields_boolean(),
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
        place: job_settings_top,
        commands: ["gate"],
    }),
    legs: optional("legs", {
        does: "The names of the jobs that measure for mode compare, those that they give in name; one of which no run is there makes the verdict invalid.",
        field: list(workloadName),
        place: job_settings_top,
        commands: ["compare"],
        otherwise: "what main measures is what has to be there",
    }),
    name: defaulted("name", "default", {
        does: "Tells several gates of one repository apart, in comments and files; a matrix's leg is known by it.",
        field: workloadName,
        place: job_settings_top,
        commands: ["measure", "gate", "compare", "calibrate"],
    }),
    drainTimeout: defaulted("drain-timeout", "120s", {
        does: "How long running requests may finish after the last one was sent; what then still runs is cut and counts as interrupted.",
        field: duration("1ms", "1h", { none: "cutting at once" }),
        place: job_settings_top,
        commands: measuring,
    }),
    readyTimeout: defaulted("ready-timeout", "120s", {
        does: "How long to wait for the first answer of an endpoint that is still starting.",
        field: duration("1ms", "1h", { none: "no probe" }),
        place: job_settings_top,
        commands: measuring,
    }),
    expectVersion: optional("expect-version", {
        does: "Checked before and after the measurement, so that a stale or replaced deployment is never judged.",
        field: urlAndText(),
        place: job_settings_top,
        commands: measuring,
    }),
    metricsUrl: optional("metrics-url", {
        does: "The metrics page (Prometheus text) of vLLM, SGLang, TGI or llama.cpp: the gate waits until nothing runs there, and a measurement during which others used the endpoint is invalid.",
        field: url(),
        place: job_settings_top,
        commands: measuring,
        otherwise: "none, and whether others used the endpoint is not checked",
    }),
    budget: defaulted("budget", "15m", {
        does: "Bounds the whole job, waiting and confirmation included; what was measured until then is judged.",
        field: duration("1s", "24h"),
        place: job_settings_top,
        commands: measuring,
    }),
    maxRequests: optional("max-requests", {
        does: "The most requests that the job may send, warm-up and confirmation included.",
        field: integer({ from: 1, to: 100_000_000 }),
        place: job_settings_top,
        commands: measuring,
    }),
    maxTokens: optional("max-tokens", {
        does: "The most tokens, input and output, that the job may use.",
        field: integer({ from: 1, to: 1_000_000_000_000 }),
        place: job_settings_top,
        commands: measuring,
    }),
    insecureTls: defaulted("insecure-tls", "false", {
        does: "Accepts certificates that cannot be verified; for test endpoints only.",
        field: text_fields_boolean(),
        place: job_settings_top,
        commands: measuring,
    }),
    saveResponses: defaulted("save-responses", "false", {
        does: "Keeps the text of every answer in the results.",
        field: text_fields_boolean(),
        place: job_settings_top,
        commands: measuring,
    }),
    environment: optional("environment", {
        does: "What only you know of the deployment; shown in the report, and hardware and region start a new history when they change.",
        field: environment(),
        place: job_settings_top,
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
        field: text_fields_boolean(),
        place: job_settings_top,
        commands: [],
    }),
    acceptLabel: defaulted("accept-label", "latency-accepted", {
        does: "The label that accepts a slowdown of the commit that it is given to; a trailer Latency-Accepted with a reason in that commit's message does the same.",
        field: text_fields_text({ longest: 50 }),
        place: job_settings_top,
        commands: [],
    }),
    onMissingSecret: optional("on-missing-secret", {
        does: "What happens where the pull request of a fork or of Dependabot comes without the endpoint's secrets.",
        otherwise: "skip where main was measured with a key",
        field: choice(["skip", "fail"]),
        place: job_settings_top,
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
};

;// CONCATENATED MODULE: ./build/stats/random.js
// The seeded generator: the only source of randomness in the program.
/**
 * mulberry32 (Tommy Ettinger's 32-bit mixer): 2^32 states, one per seed, the same sequence on every platform.
 * Only the lowest 32 bits of `seed` count.
 */
function randomFrom(seed) {
    let state = seed | 0;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
}
/** A uniform integer from `minimum` to `maximum`, both included. */
function integerBetween(minimum, maximum, random) {
    return minimum + Math.floor(random() * (maximum - minimum + 1));
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
;// CONCATENATED MODULE: ./build/workload/words.js
// The words of synthetic prompts, each one token wherever it stands, in o200k_base and in cl100k_base.
function listOf(text) {
    return text.trim().split(/\s+/);
}
/** One token as " word"; the parts of speech that sentences are made of. */
const vocabulary = {
    person: listOf(`
    artist assistant author captain chef clerk committee company council crew customer director doctor editor
    engineer expert family farmer group guide historian inventor journalist judge lawyer leader manager merchant
    minister musician neighbor nurse officer painter partner passenger pilot player poet reader sailor scientist
    singer soldier speaker student tailor teacher team tourist traveler visitor worker writer`),
    thing: listOf(`
    answer article book bottle box business case change chapter clock course decision design detail document
    effect engine event example film game history idea instrument journal journey lamp language law lesson letter
    list machine map message method model name newspaper note number object order painting paper path pattern
    picture piece plan plate price problem process product program project question reason record report result
    rule sentence service ship sign skill song source stone story study subject system table theory tool tradition
    train value view voice window word`),
    place: listOf(`
    beach bridge building camp castle church city coast corner desert factory farm field forest garden gate harbor
    hill hospital hotel house island kitchen lake library market mountain museum office park river road room school
    shop station store street studio theater tower town university valley village wall`),
    verb: listOf(`
    accepted added admired answered approved bought brought built carried changed checked chose collected compared
    completed considered controlled copied covered created defended delivered described designed developed
    discovered discussed drew enjoyed examined explained explored finished fixed followed forgot found gave handled
    helped hid improved included inspected introduced kept knew left liked loved made managed measured mentioned
    missed moved needed noticed observed offered ordered organized owned painted planned praised prepared presented
    preserved produced protected provided published questioned read received recorded remembered removed repaired
    repeated replaced reported requested reviewed saved saw selected sent shared showed sold solved studied
    supported taught tested traced trusted understood used valued wanted watched welcomed wrote`),
    adjective: listOf(`
    ancient beautiful better big bright busy calm careful central clean clever common complex curious different
    early empty famous fine foreign formal free friendly gentle good great happy honest important independent
    interesting large late little local long main modern narrow new nice noble northern official old open ordinary
    original particular patient plain pleasant popular practical private public quick quiet rare remarkable rich
    rural serious silent similar simple slow small southern special strange strong tall traditional typical unusual
    useful usual warm western wise wonderful young`),
    adverb: listOf(`
    actually almost already always carefully certainly clearly completely directly easily eventually finally gently
    gradually immediately later mostly naturally nearly never normally often openly perhaps possibly probably
    properly quickly quietly rarely really recently regularly simply slowly soon suddenly surely usually`),
    preposition: listOf("above across along around behind below beside beyond in inside near toward"),
    conjunction: listOf("and but because while although since so yet when before after"),
    determiner: listOf("the the the the the the this that each every another one some our their"),
};
/** One token as " Word": what a sentence may begin with. */
const openers = {
    determiner: listOf("The The The The The The This That Each Every Another One Some Our Their"),
    adverb: listOf(`
    Again Clearly Eventually Finally First Generally However Indeed Instead Later Meanwhile Moreover Nevertheless
    Now Often Perhaps Recently Sometimes Soon Still Then Therefore Today Usually`),
};
/**
 * 256 words, so that one byte names one. Each is one token as "Word" at the start of a text and as " word", also in
 * gpt2's vocabulary and in Llama 2's: servers with other tokenizers should see equal lengths too.
 */
const nonceWords = listOf(`
  age air animal answer apple area baby ball band bank basic bay bear bell bird block blue book bridge bright broad
  brown camera camp capital captain car card care case center central chair chapter city classic clear cloud club
  code color cook council country court cover data day deep design digital doctor dog domain double draw dream early
  earth east editor energy engine factory fair family farm father field film fish five flag flash food foot forest
  four frame free friend front future gallery game gold golden good graph gray great green group hall hand happy hat
  head health heart hero home hope house ice journal lab lake land language library light line link machine magic
  mail map march mark market master match memory metal mill month moon mother motor mouse movie music nature network
  night north note number object ocean office open orange order organ page parent park part pass path pattern peace
  pen picture planet platform play player point pool port post press prince print profile project queen quick radio
  rail rain range record red region report rich ring river road rock roll room root rose round route row salt sand
  school sea season second seven sign silver simple size sky snow song sound south space spirit spring square stage
  star state station step stone store storm story stream street string studio study style summer sun super table team
  test text time top tour town track trade train tree walk wall watch water week west white wild wind window winter
  wonder wood word year`);

;// CONCATENATED MODULE: ./build/workload/nonce.js
// Nonces: the openings that keep prefix caches from serving an earlier prompt.


const wordsPerNonce = 8;
/** Eight words and a full stop, whatever the scope and the id. */
const nonceTokens = wordsPerNonce + 1;
function wordOf(byte) {
    return nonceWords[byte % nonceWords.length] ?? "";
}
/**
 * The nonce of each request id: a first word that turns with the id, so that 256 neighbours differ in their very first
 * token, then seven words by sha256 (56 bits: two alike among 5,000 requests have a chance of 2e-10).
 */
function noncesFrom(scope, phase) {
    const salt = JSON.stringify([scope.run, scope.measurement, scope.side, phase]);
    const start = (0,external_node_crypto_.hash)("sha256", salt, "buffer").readUInt8(0);
    return (id) => {
        const first = wordOf(start + id);
        const bytes = (0,external_node_crypto_.hash)("sha256", `${salt}${id}`, "buffer").subarray(0, wordsPerNonce - 1);
        const rest = Array.from(bytes, wordOf);
        return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${rest.join(" ")}.`;
    };
}
const openingRoles = ["system", "developer", "user"];
/** May the nonce stand in this message? Its content is text or a list of parts, and the role is not the model's. */
function takesNonce(message) {
    const content = message["content"];
    return (openingRoles.includes(message["role"]) &&
        (typeof content === "string" || Array.isArray(content)));
}
function isText(part) {
    return (typeof part === "object" && part !== null && "text" in part && typeof part.text === "string");
}
/** Into the first text part; before all parts where there is none (images only). */
function openParts(parts, nonce) {
    const at = parts.findIndex(isText);
    if (at === -1) {
        return [{ type: "text", text: nonce }, ...parts];
    }
    return parts.map((part, index) => index === at && isText(part) ? { ...part, text: `${nonce} ${part.text}` } : part);
}
function openMessage(message, nonce) {
    const content = message["content"];
    return Array.isArray(content)
        ? { ...message, content: openParts(content, nonce) }
        : { ...message, content: `${nonce} ${content}` };
}
/** The prompt with the nonce at its start; everything else is untouched, and so is the prompt given. */
function withNonce(prompt, nonce) {
    if (prompt.kind === "text") {
        return { kind: "text", text: `${nonce} ${prompt.text}` };
    }
    const at = prompt.messages.findIndex(takesNonce);
    if (at === -1) {
        return { kind: "messages", messages: [{ role: "user", content: nonce }, ...prompt.messages] };
    }
    const messages = prompt.messages.map((message, index) => index === at ? openMessage(message, nonce) : message);
    return { kind: "messages", messages };
}

;// CONCATENATED MODULE: ./build/workload/random-stream.js
// Independent streams of random numbers from one seed, each named by what it is drawn for.


/** Streams of different names are unrelated, so that request 17 is the same whatever was drawn before it. */
function randomStream(seed, ...name) {
    const digest = (0,external_node_crypto_.hash)("sha256", JSON.stringify([seed, ...name]), "buffer");
    return randomFrom(digest.readInt32LE(0));
}
function pick(choices, random) {
    const choice = choices[Math.floor(random() * choices.length)];
    if (choice === undefined) {
        throw new RangeError("nothing to pick from");
    }
    return choice;
}

;// CONCATENATED MODULE: ./build/workload/sentences.js


const spaced = (words) => words.map((word) => ` ${word}`);
/** What each letter of a template stands for: its words, as they are written in a text. */
const slots = new Map([
    ["D", spaced(openers.determiner)],
    ["O", spaced(openers.adverb)],
    ["d", spaced(vocabulary.determiner)],
    ["a", spaced(vocabulary.adjective)],
    ["n", spaced(vocabulary.person)],
    ["r", spaced(vocabulary.adverb)],
    ["v", spaced(vocabulary.verb)],
    ["t", spaced(vocabulary.thing)],
    ["p", spaced(vocabulary.preposition)],
    ["l", spaced(vocabulary.place)],
    ["c", spaced(vocabulary.conjunction)],
    [",", [","]],
    [".", ["."]],
]);
/** "The teacher near the old station quietly described the map." is Dnpdalrvdt. */
const grammar = [
    ["D", "O,d"],
    ["n", "an", "npdl", "anpdl"],
    ["v", "rv"],
    ["dt", "dat"],
    ["", "pdl", "pdal"],
    ["", ",cdnvdt", ",cdanvdt", ",cdanrvdat"],
    ["."],
];
const templates = Map.groupBy(grammar.reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)), [""]), (template) => template.length);
/** Templates exist for every length between these two, both included; longer ones would tire a reader. */
const sentenceTokens = { minimum: 6, maximum: 20 };
/** One sentence, a leading space included, of exactly `tokens` tokens, within `sentenceTokens`. */
function sentenceOf(tokens, random) {
    let text = "";
    for (const slot of pick(templates.get(tokens) ?? [], random)) {
        text += pick(slots.get(slot) ?? [], random);
    }
    return text;
}

;// CONCATENATED MODULE: ./build/workload/prompts.js
// Prompts: synthetic ones of an exact token length from a seed, or those of a file in their order.





/** Part of every key: raise it whenever the same seed would give another text. */
const promptVersion = 1;
/** As long as a nonce; stands in its place where the cache may be warm. */
const fixedOpening = "Please read the following notes with great care.";
/** The closing with n tokens more than the shortest, for n below the shortest sentence. */
const closings = [
    " Write a long, detailed answer.",
    " Please write a long, detailed answer.",
    " Please write a long, detailed answer now.",
    " Please write a long, detailed answer about this.",
    " Please write a long, detailed answer about all this.",
    " Please write a long, detailed answer about all of this.",
];
const shortestClosingTokens = 7;
/** Opening and shortest closing; a shorter synthetic prompt cannot be made. */
const minimumPromptTokens = nonceTokens + shortestClosingTokens;
/**
 * Sentences of 6 to 20 tokens between an opening and a request for a long answer, on one line: a newline would merge
 * with its neighbours into one token. What follows the opening depends on seed, phase, id and tokens alone.
 */
function syntheticPrompt({ seed, id, phase, tokens, nonce }) {
    const random = randomStream(seed, "text", phase, id);
    let text = nonce ?? fixedOpening;
    let left = tokens - minimumPromptTokens;
    while (left >= sentenceTokens.minimum) {
        const longest = Math.min(left, sentenceTokens.maximum);
        const length = integerBetween(sentenceTokens.minimum, longest, random);
        text += sentenceOf(length, random);
        left -= length;
    }
    const closing = closings[left];
    if (closing === undefined) {
        throw new GateError("internal", `no synthetic prompt has ${tokens} tokens`);
    }
    return text + closing;
}
/** Uniform within the stated spread, from a stream of its own: text and length do not disturb each other. */
function lengthFor(length, workload, at) {
    const random = randomStream(workload.seed, "length", ...at);
    return integerBetween(length.minimum, length.maximum, random);
}
/** The prompt of a request id; a listed source is cycled through in file order, in each phase from its start. */
function promptFor(workload, { phase, id, nonce }) {
    const source = workload.prompts;
    if (source.kind === "synthetic") {
        const tokens = lengthFor(source.length, workload, [phase, id]);
        const text = syntheticPrompt({ seed: workload.seed, id, phase, tokens, nonce });
        return { kind: "text", text };
    }
    const prompt = source.prompts[id % source.prompts.length];
    if (prompt === undefined) {
        throw new GateError("internal", `workload "${workload.name}" lists no prompts`);
    }
    return nonce === undefined ? prompt : withNonce(prompt, nonce);
}

;// CONCATENATED MODULE: ./build/config/settings/workload-settings.js
// Settings of a workload: what is asked, how often, for how long; given for all workloads or for one.






const apis = [
    "openai-chat",
    "openai-completions",
    "openai-responses",
    "anthropic-messages",
    "ollama-chat",
    "http",
];
const workload_settings_count = { from: 1, to: 1_000_000 };
const workload_settings_commands = ["measure", "gate", "calibrate"];
const workload_settings_place = "workload";
const workloadSettings = {
    api: defaulted("api", "openai-chat", {
        does: "The API that the endpoint speaks; http is any other one, of which only E2E, throughput and errors are measured.",
        field: choice(apis),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    model: optional("model", {
        does: "The model that requests name.",
        field: text_fields_text(),
        place: workload_settings_place,
        commands: workload_settings_commands,
        otherwise: "none is named, which servers of a single model accept",
    }),
    modelAlias: optional("model-alias", {
        does: "Stands for the model in the workload's key, so that a renamed model keeps its history.",
        field: text_fields_text(),
        place: workload_settings_place,
        commands: workload_settings_commands,
        otherwise: "the model's own name",
    }),
    requests: defaulted("requests", "300", {
        does: "How many requests are measured, warm-up not counted; with a baseline-endpoint as many at each endpoint, there by default 50 a round. Excludes duration.",
        field: integer(workload_settings_count),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    duration: optional("duration", {
        does: "How long requests are sent in the measurement. Excludes requests.",
        field: duration("100ms", "24h"),
        place: workload_settings_place,
        commands: workload_settings_commands,
        otherwise: "none, requests bounds the measurement",
    }),
    concurrency: defaulted("concurrency", "8", {
        does: "Closed loop: how many requests are kept in flight. A list makes one workload per value. Excludes rate.",
        field: list(integer({ from: 1, to: 10_000 })),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    rate: optional("rate", {
        does: "Open loop: how many requests are sent per second, whatever the answers do. A list makes one workload per value. Excludes concurrency.",
        field: list(rate({ from: 0.001, to: 100_000 })),
        place: workload_settings_place,
        commands: workload_settings_commands,
        otherwise: "none, the loop is closed",
    }),
    arrival: defaulted("arrival", "poisson", {
        does: "Open loop: how requests are spaced.",
        field: choice(["constant", "poisson"]),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    maxInFlight: defaulted("max-in-flight", "1024", {
        does: "Open loop: how many requests may be in flight; a request past that is dropped and counted.",
        field: integer({ from: 1, to: 100_000 }),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    promptTokens: defaulted("prompt-tokens", "256", {
        does: "Tokens of each synthetic prompt, fixed, or spread evenly between two values. Excludes prompts.",
        field: tokenLength({ from: minimumPromptTokens, to: 1_000_000 }),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    outputTokens: defaulted("output-tokens", "128", {
        does: "How many tokens an answer may have at most.",
        field: integer(workload_settings_count),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    outputExact: defaulted("output-exact", "false", {
        does: "Enforces the output length where the server can do so; a shorter answer is then a failure.",
        field: text_fields_boolean(),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    maxTokensField: defaulted("max-tokens-field", "max_tokens", {
        does: "The field in which openai-chat asks for the most output tokens; OpenAI's newer models take max_completion_tokens alone.",
        field: choice(["max_tokens", "max_completion_tokens"]),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    prompts: optional("prompts", {
        does: "A JSONL file with one prompt a line: a text, a list of messages, or an object with prompt or messages. Excludes prompt-tokens.",
        field: text_fields_text({ longest: 1_000, legal: "the path of a file" }),
        place: workload_settings_place,
        commands: workload_settings_commands,
        otherwise: "none, prompts are synthetic",
    }),
    cache: defaulted("cache", "cold", {
        does: "Whether each prompt starts with its own nonce, so that no prefix cache serves an earlier one (cold), or prompts stay alike (warm).",
        field: choice(["cold", "warm"]),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    warmUp: optional("warm-up", {
        does: "Requests that are sent before the measurement and discarded.",
        field: warmUp({ from: 0, to: 1_000_000 }, { from: 0, to: 1 }),
        place: workload_settings_place,
        commands: workload_settings_commands,
        otherwise: "2 × concurrency or 5% of the requests, whichever is more",
    }),
    seed: defaulted("seed", "1", {
        does: "Seeds prompts and arrivals; equal seeds give equal ones.",
        field: integer({ from: 0, to: 4_294_967_295 }),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    temperature: defaulted("temperature", "0", {
        does: "The sampling temperature that requests ask for.",
        field: number({ from: 0, to: 2 }),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    stream: defaulted("stream", "true", {
        does: "Whether answers are streamed; TTFT, TPOT and ITL exist only then.",
        field: text_fields_boolean(),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    timeout: defaulted("timeout", "120s", {
        does: "After this time a request is cut and counts as failed.",
        field: duration("1ms", "1h"),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    expect: optional("expect", {
        does: "Every answer's text, in plain HTTP its body, must match this; one that does not is a failure.",
        field: regex(),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    method: optional("method", {
        does: "The method of plain HTTP.",
        field: text_fields_text({
            longest: 20,
            pattern: /^(?!CONNECT$)[A-Z]+(-[A-Z]+)*$/,
            legal: "an HTTP method in capitals other than CONNECT",
        }),
        place: workload_settings_place,
        commands: workload_settings_commands,
        otherwise: "POST with a body, else GET",
    }),
    body: optional("body", {
        does: "What plain HTTP sends with every request, as it is. Excludes body-file.",
        field: anyText({ longest: 1_000_000 }),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    bodyFile: optional("body-file", {
        does: "A text file with the body of plain HTTP. Excludes body.",
        field: text_fields_text({ longest: 1_000, legal: "the path of a file" }),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
    objectives: optional("objectives", {
        does: "Bounds that a request must meet to count as good, for goodput and the good share.",
        field: objectives(),
        place: workload_settings_place,
        commands: workload_settings_commands,
    }),
};

;// CONCATENATED MODULE: ./build/config/settings/settings.js
// The table of every setting, in the order in which people meet them; inputs, flags, YAML keys and docs come from it.



const { endpoint, baselineEndpoint, rounds, ...rest } = jobSettings;
const { apiKey, headers: settings_headers, config, configRef, workloads, mode, ...job } = rest;
const { api, model, modelAlias, ...workload } = workloadSettings;
const settings = {
    endpoint,
    baselineEndpoint,
    rounds,
    api,
    model,
    modelAlias,
    apiKey,
    headers: settings_headers,
    config,
    configRef,
    workloads,
    mode,
    ...workload,
    ...job,
    ...gateSettings,
};
const allSettings = Object.values(settings);
/** The inputs of action.yml. */
const actionInputs = allSettings.filter(({ action }) => action);
/** The flags of one command of the command line, `--name <value>` or `--name` for switches. */
function flagsOf(command) {
    return allSettings.filter(({ commands }) => commands.includes(command));
}
/** What the YAML file may give at a place. */
function settingsAt(...places) {
    return allSettings.filter(({ place }) => places.includes(place));
}

;// CONCATENATED MODULE: ./build/config/sources/layer.js
// Layer: what one place gave (inputs, the file's top level, one workload), checked by itself, then laid over others.



/** Of each group only one may be given in one place; a later layer's choice replaces an earlier one's. */
const exclusive = [
    ["concurrency", "rate"],
    ["requests", "duration"],
    ["prompts", "prompt-tokens"],
    ["body", "body-file"],
];
/** What `read` answers for each input or flag; empty text is "not given", as the runner has it. */
function inputLayer(read) {
    const given = allSettings
        .map(({ name }) => [name, read(name)?.trim()])
        .filter(([, text]) => text !== undefined && text !== "");
    return { prefix: "", entries: new Map(given) };
}
function mappingLayer(prefix, mapping) {
    return { prefix, entries: new Map(Object.entries(mapping)) };
}
/** The mapping under a key; nothing there is an empty one, anything else a problem. */
function mappingAt({ prefix, entries }, key, problems) {
    const raw = entries.get(key) ?? {};
    if (isMapping(raw))
        return raw;
    problems.add(`${prefix}${key}`, show(raw), "a mapping");
    return {};
}
/** Parts of the file's top level that share their names with inputs. */
const topParts = ["workloads", "gate"];
const homes = {
    workload: "at the top level or in a workload",
    top: "at the top level",
    gate: "under gate:",
    never: "as an input, flag or environment variable, not in the file",
};
function refuseKey(layer, key, known, problems) {
    const misplaced = allSettings.find(({ name }) => name === key);
    if (misplaced) {
        const legal = `${key} ${homes[topParts.includes(key) ? "top" : misplaced.place]}`;
        problems.add(layer.prefix + key, "a setting that has no place here", legal);
        return;
    }
    const unknown = unknownKey(key, known);
    if (!unknown.ok)
        problems.addAll(layer.prefix.replace(/\.$/, ""), unknown.troubles);
}
/** Every entry by itself, and the choices that exclude each other. */
function checkLayer(layer, known, problems) {
    const { settings, parts = [] } = known;
    const names = [...settings.map(({ name }) => name), ...parts];
    for (const [key, raw] of layer.entries) {
        if (parts.includes(key))
            continue;
        const parsed = settings.find(({ name }) => name === key)?.field.parse(raw);
        if (!parsed)
            refuseKey(layer, key, names, problems);
        else if (!parsed.ok)
            problems.addAll(layer.prefix + key, parsed.troubles);
    }
    for (const [one = "", other = ""] of exclusive)
        if (layer.entries.has(one) && layer.entries.has(other))
            problems.add(layer.prefix + other, `${other} beside ${one}`, "one of the two");
}
/** Later layers win. */
function overlay(layers) {
    const settled = new Map();
    for (const { prefix, entries } of layers) {
        for (const group of exclusive)
            if (group.some((name) => entries.has(name)))
                for (const name of group)
                    settled.delete(name);
        for (const [name, raw] of entries)
            settled.set(name, { raw, at: prefix + name });
    }
    return settled;
}
/** The value that holds; the fallback also where the layer's check found the given one wrong. */
function take(settled, setting) {
    const origin = settled.get(setting.name);
    if (!origin)
        return setting.fallback;
    const parsed = setting.field.parse(origin.raw);
    return parsed.ok ? parsed.value : setting.fallback;
}
function layer_placeOf(settled, { name }) {
    return settled.get(name)?.at ?? name;
}

;// CONCATENATED MODULE: ./build/config/gate-policy.js
// Gate policy: the default limits with what the user said of single cells laid over them.





function statedCells({ prefix, entries }, problems) {
    const parsed = cellsField.parse(entries.get("cells") ?? {});
    if (parsed.ok)
        return parsed.value;
    problems.addAll(`${prefix}cells`, parsed.troubles);
    return new Map();
}
function limitFrom(id, stated) {
    const cell = cells.get(id);
    if (!cell)
        throw new RangeError(`no cell ${id} in the catalogue`);
    const usual = defaultLimit(cell);
    return {
        maxChange: stated.maxChange ?? usual.maxChange,
        minChange: stated.minChange ?? usual.minChange,
        ...(stated.max === undefined ? {} : { max: stated.max }),
        ...(stated.min === undefined ? {} : { min: stated.min }),
    };
}
function relativeLimit(id, { maxChange, minChange }) {
    return limitFrom(id, { maxChange, minChange, max: undefined, min: undefined });
}
/**
 * The inline gate's entry for a cell replaces the file's as a whole. Refused requests are failed ones: what is said of
 * the errors' change goes for them, unless they are spoken of themselves.
 */
function gatingCells(stated) {
    const limits = new Map(defaultPolicy.cells);
    const named = new Set();
    const refused = stated.get("rejection_rate") ?? stated.get("error_rate");
    if (refused === "off")
        limits.delete("rejection_rate");
    else if (refused)
        limits.set("rejection_rate", relativeLimit("rejection_rate", refused));
    for (const [id, entry] of stated) {
        if (entry === "off")
            limits.delete(id);
        else {
            limits.set(id, limitFrom(id, entry));
            named.add(id);
        }
    }
    return { cells: limits, named };
}
const rules = {
    sensitive: "effect",
    strict: "strict",
    release: "equivalence",
};
const presetSettings = {
    sensitive: { alpha: "0.1" },
    strict: {},
    release: { "on-inconclusive": "fail", "on-no-baseline": "fail" },
};
/** What was given, over what the preset stands for. */
function withPreset(layers) {
    const preset = take(overlay(layers), settings.preset);
    if (preset === undefined)
        return { rule: defaultPolicy.rule, values: overlay(layers) };
    const beneath = mappingLayer("", presetSettings[preset]);
    return { rule: rules[preset], values: overlay([beneath, ...layers]) };
}
function gatePolicy({ gates, inputs }, problems) {
    const { rule, values } = withPreset([...gates, inputs]);
    const stated = new Map(gates.flatMap((gate) => [...statedCells(gate, problems)]));
    const gating = gatingCells(stated);
    const history = take(values, settings.history);
    const minHistory = take(values, settings.minHistory);
    if (gating.cells.size === 0)
        problems.add("gate.cells", "every cell off", "at least one cell that gates");
    if (minHistory > history) {
        const legal = `a whole number from 1 to history, which is ${history}`;
        problems.add(layer_placeOf(values, settings.minHistory), String(minHistory), legal);
    }
    return {
        ...gating,
        rule,
        alpha: take(values, settings.alpha),
        confirm: take(values, settings.confirm),
        history,
        minHistory,
        assumedRunCv: take(values, settings.assumedRunCv),
        onRegression: take(values, settings.onRegression),
        onInconclusive: take(values, settings.onInconclusive),
        onNoBaseline: take(values, settings.onNoBaseline),
    };
}

;// CONCATENATED MODULE: ./build/config/sources/given.js
// Given: everything that inputs and the config file gave, each place checked by itself.





function yamlFile({ read, file }, problems) {
    const named = read(settings.config.name)?.trim();
    const path = named || defaultConfigPath;
    const text = file(path);
    if (named && text === undefined)
        problems.add("config", show(named), "a file that exists");
    const parsed = parseYaml(text ?? "");
    if (parsed.ok)
        return { path, yaml: parsed.value };
    problems.addAll(path, parsed.troubles);
    return { path, yaml: {} };
}
function workloadLayers(top, problems) {
    const prefix = `${top.prefix}workloads.`;
    const under = mappingLayer(prefix, mappingAt(top, "workloads", problems));
    const layers = new Map();
    for (const name of under.entries.keys()) {
        const parsed = workloadName.parse(name);
        if (!parsed.ok)
            problems.addAll(`${prefix}${name.slice(0, 80)}`, parsed.troubles);
        const layer = mappingLayer(`${prefix}${name}.`, mappingAt(under, name, problems));
        checkLayer(layer, { settings: settingsAt("workload") }, problems);
        layers.set(name, layer);
    }
    return layers;
}
function inlineGate(inputs) {
    const parsed = settings.gate.field.parse(inputs.entries.get("gate") ?? {});
    return mappingLayer("gate.", parsed.ok ? parsed.value : {});
}
function gatherGiven(sources, problems) {
    const inputs = inputLayer(sources.read);
    const { path, yaml } = yamlFile(sources, problems);
    const top = mappingLayer(`${path}: `, yaml);
    const fileGate = mappingLayer(`${top.prefix}gate.`, mappingAt(top, "gate", problems));
    const gates = [fileGate, inlineGate(inputs)];
    checkLayer(inputs, { settings: allSettings }, problems);
    const atTop = { settings: settingsAt("workload", "top"), parts: topParts };
    checkLayer(top, atTop, problems);
    for (const gate of gates)
        checkLayer(gate, { settings: settingsAt("gate"), parts: ["cells"] }, problems);
    return { inputs, top, workloads: workloadLayers(top, problems), gates };
}

;// CONCATENATED MODULE: ./build/config/sources/problems.js
// Problems: everything wrong with a configuration, gathered before anything is said, without secrets.


/** "FILE: " or "gate.cells" and a path inside it as one name: "FILE: model", "gate.cells.ttft.p95". */
function nested(input, path) {
    return path
        .filter((part) => part !== "")
        .reduce((name, part) => name + (/^\[/.test(part) || /\s$/.test(name) ? part : `.${part}`), input);
}
/** A secret pasted into the wrong place must not be printed from there either. */
function redact(text, secrets) {
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, field_hidden), oneLine(text));
}
/** Names come from files too: a line break in one could start a workflow command in the log. */
function oneLine(text) {
    return text.slice(0, 300).replaceAll(/\p{Cc}/gu, "\uFFFD");
}
/** A shorter "secret" would tear holes into the messages without hiding anything. */
const shortestSecret = 6;
function gatherProblems(secrets) {
    const found = new Map();
    const known = secrets.flatMap((each) => (each && each.length >= shortestSecret ? [each] : []));
    const add = (input, value, legal) => {
        const problem = { input: redact(input, known), value: redact(value, known), legal };
        found.set(JSON.stringify(problem), problem);
    };
    return {
        add,
        addAll: (input, troubles) => {
            for (const { path, value, legal } of troubles)
                add(nested(input, path), value, legal);
        },
        throwIfAny: () => {
            if (found.size > 0)
                throw configError([...found.values()]);
        },
    };
}

;// CONCATENATED MODULE: ./build/workload/canonical.js
// Canonical JSON: equal content, equal text, whatever the order of the keys; what digests are taken of.

function sorted(_key, value) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
        return value;
    }
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
/** JSON without spaces, keys sorted by UTF-16 code units at every depth. */
function canonicalJson(value) {
    return JSON.stringify(value, sorted);
}
/** sha256 of the canonical JSON, 64 hexadecimal digits. */
function digestOf(value) {
    return (0,external_node_crypto_.hash)("sha256", canonicalJson(value));
}

;// CONCATENATED MODULE: ./build/workload/jsonl.js


/** Past this many a file is of the wrong kind, and more examples say nothing new. */
const problemsShown = 20;
const shownCharacters = 80;
const jsonl_forms = 'a JSON string, {"prompt": "…"}, {"messages": […]} or a list of messages';
function isRecord(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isMessage(value) {
    return isRecord(value) && typeof value["role"] === "string";
}
function textPrompt(text) {
    return text.trim() === "" ? { legal: "a prompt that is not empty" } : { kind: "text", text };
}
function messagesPrompt(messages) {
    if (!messages.every(isMessage)) {
        const at = messages.findIndex((message) => !isMessage(message));
        return { legal: `messages that are objects with a text "role" (message ${at + 1} is not)` };
    }
    if (!messages.some(takesNonce)) {
        return { legal: "at least one message with content by user, system or developer" };
    }
    return { kind: "messages", messages };
}
function readObject(value) {
    const [key, ...others] = Object.keys(value);
    const content = key === undefined ? undefined : value[key];
    if (others.length === 0 && key === "prompt" && typeof content === "string") {
        return textPrompt(content);
    }
    if (others.length === 0 && key === "messages" && Array.isArray(content)) {
        return messagesPrompt(content);
    }
    return { legal: `${jsonl_forms}, without other keys` };
}
function readValue(value) {
    if (typeof value === "string") {
        return textPrompt(value);
    }
    if (Array.isArray(value)) {
        return messagesPrompt(value);
    }
    return isRecord(value) ? readObject(value) : { legal: jsonl_forms };
}
function jsonl_readLine(line) {
    try {
        return readValue(JSON.parse(line));
    }
    catch {
        return { legal: `valid JSON: ${jsonl_forms}` };
    }
}
function jsonl_shown(line) {
    return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
}
function atMost(problems, input) {
    const hidden = problems.length - problemsShown;
    return hidden <= 0
        ? problems
        : [
            ...problems.slice(0, problemsShown),
            { input, value: `${hidden} more lines of that kind`, legal: `${jsonl_forms}, one a line` },
        ];
}
/** `input` names the file in problems. Blank lines are skipped, line numbers count them; a byte order mark is none. */
function parsePrompts(text, input = "prompts") {
    const prompts = [];
    const problems = [];
    for (const [index, line] of text
        .replace(/^\uFEFF/, "")
        .split(/\r\n|\n|\r/)
        .entries()) {
        if (line.trim() === "") {
            continue;
        }
        const read = jsonl_readLine(line);
        if ("legal" in read) {
            problems.push({ input: `${input}, line ${index + 1}`, value: jsonl_shown(line), ...read });
        }
        else {
            prompts.push(read);
        }
    }
    if (problems.length === 0 && prompts.length === 0) {
        problems.push({ input, value: "no lines", legal: `at least one line: ${jsonl_forms}` });
    }
    return problems.length > 0
        ? { ok: false, problems: atMost(problems, input) }
        : { ok: true, prompts, digest: digestOf(prompts) };
}

;// CONCATENATED MODULE: ./build/config/fields/plain-http.js



/** The load plans prompts whatever the API: this one is empty, costs nothing and is never sent. */
const noPrompts = {
    kind: "listed",
    digest: "",
    prompts: [{ kind: "text", text: "" }],
};
function bodyFrom(values, { file, problems }) {
    const path = take(values, settings.bodyFile);
    if (path === undefined)
        return take(values, settings.body);
    const text = file(path);
    if (text === undefined)
        problems.add(layer_placeOf(values, settings.bodyFile), show(path), "a file that exists");
    return text;
}
function requestFrom(values, context) {
    const body = bodyFrom(values, context);
    const method = take(values, settings.method) ?? (body === undefined ? "GET" : "POST");
    return { method, ...(body === undefined ? {} : { body }) };
}
/** The parts of a workload that say what is asked. */
function plainHttpFrom(values, context) {
    return {
        request: requestFrom(values, context),
        stream: false,
        prompts: noPrompts,
        outputTokens: 0,
        outputExact: false,
        temperature: 0,
        cache: "warm",
    };
}

;// CONCATENATED MODULE: ./build/config/settings/load-settings.js


function loadsFrom(values) {
    const rates = take(values, settings.rate);
    if (!rates)
        return take(values, settings.concurrency).map((concurrency) => ({
            load: { kind: "closed", concurrency },
            suffix: `c${concurrency}`,
        }));
    const arrival = take(values, settings.arrival);
    const maxInFlight = take(values, settings.maxInFlight);
    return rates.map((ratePerSecond) => ({
        load: { kind: "open", arrival, ratePerSecond, maxInFlight },
        suffix: `r${Number(ratePerSecond.toPrecision(6))}`,
    }));
}
/** Fewer in a round tell little of its tail (docs/statistics.md). */
const usualPerRound = 50;
function requestsFrom(values) {
    const isDuet = take(values, settings.baselineEndpoint) !== undefined;
    return isDuet && !values.has(settings.requests.name)
        ? usualPerRound * take(values, settings.rounds)
        : take(values, settings.requests);
}
function boundFrom(values) {
    const duration = take(values, settings.duration);
    return duration === undefined
        ? { kind: "requests", requests: requestsFrom(values) }
        : { kind: "duration", duration };
}
/** How many requests are measured; unknown for a closed loop that is bounded by time. */
function expectedRequests(load, bound) {
    if (bound.kind === "requests")
        return bound.requests;
    return load.kind === "open" ? (load.ratePerSecond * bound.duration) / 1_000_000 : undefined;
}
const usualShare = 0.05;
/** 2 × concurrency or 5 %; an open loop counts as the default concurrency, for its own is not known beforehand. */
function usualWarmUp(load, expected) {
    const [usual = 1] = settings.concurrency.fallback;
    const slots = load.kind === "closed" ? load.concurrency : usual;
    return Math.max(2 * slots, Math.ceil(usualShare * (expected ?? 0)));
}
function warmUpCount(warmUp, load, expected) {
    if (!warmUp)
        return usualWarmUp(load, expected);
    if (warmUp.kind === "count")
        return warmUp.requests;
    return expected === undefined ? undefined : Math.ceil(warmUp.share * expected);
}
function warmUpFrom({ values, load, bound }, problems) {
    const warmUp = take(values, settings.warmUp);
    const count = warmUpCount(warmUp, load, expectedRequests(load, bound));
    if (count !== undefined)
        return count;
    const legal = "a whole number, as a closed loop bounded by duration has no planned requests";
    problems.add(layer_placeOf(values, settings.warmUp), "a share", legal);
    return 0;
}

;// CONCATENATED MODULE: ./build/config/workload-rules.js
// Workload rules: which settings need others, checked together once every value is settled.



const shortestRound = fromMilliseconds(100);
/** Metrics that only a streamed answer of a model has. */
const streamedOnly = new Set(["ttft", "ttfvt", "tpot"]);
function checkWorkload(values, problems) {
    const objectives = take(values, settings.objectives) ?? [];
    const unmet = objectives.find(({ metric }) => streamedOnly.has(metric));
    const unknown = whyUnknown(values);
    if (unmet && unknown) {
        const place = layer_placeOf(values, settings.objectives);
        problems.add(`${place}.${unmet.metric}`, `an objective beside ${unknown}`, "e2e alone");
    }
}
function whyUnknown(values) {
    if (take(values, settings.api) === "http")
        return "api: http";
    return take(values, settings.stream) ? undefined : "stream: false";
}
/** Every round of a duet measures something: a request, or the shortest duration there is. */
function checkRounds(values, problems) {
    if (!take(values, settings.baselineEndpoint))
        return;
    const rounds = take(values, settings.rounds);
    const requests = take(values, settings.requests);
    const duration = take(values, settings.duration);
    if (duration !== undefined && duration < rounds * shortestRound)
        problems.add(layer_placeOf(values, settings.duration), `${duration / 1_000}ms in ${rounds} rounds`, "at least 100ms a round");
    if (duration === undefined && requests < rounds)
        problems.add(layer_placeOf(values, settings.requests), `${requests} in ${rounds} rounds`, "at least one a round");
}
/** A text is what the API takes, and only a chat template could make one of messages. */
function checkPrompts(source, values, problems) {
    if (take(values, settings.api) !== "openai-completions" || source.kind !== "listed")
        return;
    if (source.prompts.some(({ kind }) => kind === "messages")) {
        const place = layer_placeOf(values, settings.prompts);
        problems.add(place, "lists of messages beside api: openai-completions", "texts alone");
    }
}
/** What shapes an open loop must not be given in vain. `own` holds what the workload itself gave. */
function checkOpenLoop(own, values, problems) {
    if (values.has(settings.rate.name))
        return;
    for (const setting of [settings.arrival, settings.maxInFlight])
        if (own.has(setting.name))
            problems.add(layer_placeOf(values, setting), "given without rate", "only beside rate");
}
const isHttp = (api) => api === "http";
const asksModel = (api) => !isHttp(api);
/** Settings that only some APIs have a use for, and which these are in words. */
const uses = [
    [settings.method, isHttp, "http"],
    [settings.body, isHttp, "http"],
    [settings.bodyFile, isHttp, "http"],
    [settings.maxTokensField, (api) => api === "openai-chat", "openai-chat"],
    [settings.prompts, asksModel, "other than http"],
    [settings.promptTokens, asksModel, "other than http"],
    [settings.outputTokens, asksModel, "other than http"],
    [settings.outputExact, asksModel, "other than http"],
    [settings.temperature, asksModel, "other than http"],
    [settings.cache, asksModel, "other than http"],
];
/** The same for what the API has no use for. */
function checkUses(own, values, problems) {
    const api = take(values, settings.api);
    for (const [setting, usedBy, apis] of uses)
        if (own.has(setting.name) && !usedBy(api))
            problems.add(layer_placeOf(values, setting), `given beside api: ${api}`, `an api: ${apis}`);
}
function checkNames(workloads, problems) {
    const names = workloads.map(({ name }) => name);
    for (const name of new Set(names.filter((each, at) => names.indexOf(each) < at)))
        problems.add("workloads", `two workloads named ${name}`, "names that differ, lists expanded");
}

;// CONCATENATED MODULE: ./build/config/workloads.js
// Workloads: one for each name and load, from what the file and the inputs gave.







/** The one workload of a configuration that names none. */
const defaultName = "default";
function listedPrompts(values, path, { file, problems }) {
    const text = file(path);
    const place = layer_placeOf(values, settings.prompts);
    const none = { kind: "listed", digest: "", prompts: [] };
    if (text === undefined) {
        problems.add(place, show(path), "a file that exists");
        return none;
    }
    const { ok, ...listed } = parsePrompts(text, `${place} (${path})`);
    if ("prompts" in listed)
        return { kind: "listed", ...listed };
    for (const { input, value, legal } of listed.problems)
        problems.add(input, value, legal);
    return none;
}
function promptsFrom(values, context) {
    const path = take(values, settings.prompts);
    if (path !== undefined)
        return listedPrompts(values, path, context);
    const length = take(values, settings.promptTokens);
    return { kind: "synthetic", length, encoding: "o200k_base" };
}
/** Optional parts are left out rather than undefined: the key is a hash over what is there. */
function optionalParts(values) {
    const model = take(values, settings.model);
    const modelAlias = take(values, settings.modelAlias);
    const expect = take(values, settings.expect);
    return {
        ...(model === undefined ? {} : { model }),
        ...(modelAlias === undefined ? {} : { modelAlias }),
        ...(expect === undefined ? {} : { expect }),
    };
}
function askFrom(values, context) {
    const prompts = promptsFrom(values, context);
    checkPrompts(prompts, values, context.problems);
    const maxTokensField = take(values, settings.maxTokensField);
    return {
        stream: take(values, settings.stream),
        prompts,
        outputTokens: take(values, settings.outputTokens),
        ...(maxTokensField === "max_tokens" ? {} : { maxTokensField }),
        outputExact: take(values, settings.outputExact),
        temperature: take(values, settings.temperature),
        cache: take(values, settings.cache),
    };
}
function shapeFrom(values, context) {
    const api = take(values, settings.api);
    return {
        api,
        ...(api === "http" ? plainHttpFrom(values, context) : askFrom(values, context)),
        requestTimeout: take(values, settings.timeout),
        objectives: take(values, settings.objectives) ?? [],
        seed: take(values, settings.seed),
        ...optionalParts(values),
    };
}
function expand(from, values, context) {
    const shape = shapeFrom(values, context);
    const bound = boundFrom(values);
    const loads = loadsFrom(values);
    return loads.map(({ load, suffix }) => {
        const name = loads.length > 1 ? `${from}-${suffix}` : from;
        const warmUpRequests = warmUpFrom({ values, load, bound }, context.problems);
        return { from, workload: { name, ...shape, load, bound, warmUpRequests } };
    });
}
function ownKeys({ inputs, top, workloads }, own) {
    const everywhere = workloads.size > 0 ? [own] : [inputs, top];
    return new Set(everywhere.flatMap((layer) => [...(layer?.entries.keys() ?? [])]));
}
/** By the name in the file, which means all of its loads, or by one expanded name. */
function workloads_select(all, { inputs }, problems) {
    const names = take(overlay([inputs]), settings.workloads);
    if (!names)
        return all;
    const known = [...new Set(all.flatMap(({ from, workload }) => [from, workload.name]))];
    for (const name of names.filter((each) => !known.includes(each)))
        problems.add("workloads", show(name), known.join(", "));
    return all.filter(({ from, workload }) => names.includes(from) || names.includes(workload.name));
}
/** All of them are checked, also those that are not selected. */
function workloadsFrom(given, context) {
    const { inputs, top, workloads } = given;
    const named = workloads.size > 0 ? workloads : [[defaultName, undefined]];
    const all = [...named].flatMap(([name, own]) => {
        const values = overlay([top, ...(own ? [own] : []), inputs]);
        checkWorkload(values, context.problems);
        checkRounds(values, context.problems);
        const ownNames = ownKeys(given, own);
        checkOpenLoop(ownNames, values, context.problems);
        checkUses(ownNames, values, context.problems);
        return expand(name, values, context);
    });
    checkNames(all.map(({ workload }) => workload), context.problems);
    return workloads_select(all, given, context.problems).map(({ workload }) => workload);
}

;// CONCATENATED MODULE: ./build/config/parse.js






/** Where the endpoint's key comes from when no input gives it. */
const apiKeyVariable = "LATENCY_GATE_API_KEY";
const notStated = {
    model: undefined,
    precision: undefined,
    hardware: undefined,
    engine: undefined,
    replicas: undefined,
    region: undefined,
};
function variableKey({ read }, problems) {
    const text = read(apiKeyVariable)?.trim();
    if (!text)
        return undefined;
    const parsed = settings.apiKey.field.parse(text);
    if (parsed.ok)
        return parsed.value;
    problems.addAll(apiKeyVariable, parsed.troubles);
    return undefined;
}
function targetFrom(values, key) {
    const endpoint = take(values, settings.endpoint);
    return (endpoint && {
        endpoint,
        apiKey: take(values, settings.apiKey) ?? key,
        headers: take(values, settings.headers) ?? {},
        insecureTls: take(values, settings.insecureTls),
    });
}
/** A file may give `rounds` alone: it also serves main's jobs, which have no second endpoint. */
function duetFrom(values, { inputs }, problems) {
    const { baselineEndpoint, rounds } = settings;
    const endpoint = take(values, baselineEndpoint);
    if (endpoint)
        return { endpoint, rounds: take(values, rounds) };
    if (inputs.entries.has(rounds.name) && !values.has(baselineEndpoint.name))
        problems.add(rounds.name, "given without baseline-endpoint", "only beside it, or in the config file");
    return undefined;
}
function measureFrom(values) {
    const readyTimeout = take(values, settings.readyTimeout);
    return {
        readyTimeout: readyTimeout === 0 ? undefined : readyTimeout,
        drainTimeout: take(values, settings.drainTimeout),
        budget: take(values, settings.budget),
        maxRequests: take(values, settings.maxRequests),
        maxTokens: take(values, settings.maxTokens),
        expectVersion: take(values, settings.expectVersion),
        metricsUrl: take(values, settings.metricsUrl)?.href,
        saveResponses: take(values, settings.saveResponses),
        environment: take(values, settings.environment) ?? notStated,
    };
}
function judgeFrom(given, problems) {
    const values = overlay([given.top, given.inputs]);
    return {
        name: take(values, settings.name),
        mode: take(values, settings.mode),
        jobs: take(values, settings.jobs),
        results: take(values, settings.results),
        legs: take(values, settings.legs),
        baseline: {
            place: take(values, settings.baseline),
            branch: take(values, settings.baselineBranch),
            maxAge: take(values, settings.maxBaselineAge),
            reset: take(values, settings.resetBaseline),
            pin: take(values, settings.pinBaseline),
        },
        policy: gatePolicy(given, problems),
        comment: take(values, settings.comment),
        acceptLabel: take(values, settings.acceptLabel),
        onMissingSecret: take(values, settings.onMissingSecret),
        githubToken: take(values, settings.githubToken),
    };
}
function secretsOf({ read }) {
    const names = [settings.apiKey.name, apiKeyVariable, settings.githubToken.name];
    return names.map((name) => read(name)?.trim());
}
/** Only requests that complete can be good, and only objectives say what good is. */
function checkGoodput({ policy, workloads }, problems) {
    const named = [...policy.named].find((id) => id === "goodput" || id === "good_share");
    if (named && !workloads.some(({ objectives }) => objectives.length > 0))
        problems.add(`gate.cells.${named}`, "a cell without objectives", "objectives in a workload");
}
/**
 * Explicit inputs and flags go before a workload's own settings, those before the file's top level, that before the
 * defaults; of two settings that exclude each other the one from the stronger place holds. The gate's settings: input,
 * then inline `gate`, then the file. Throws one GateError of code `config` with every problem.
 */
function parseConfig(sources) {
    const problems = gatherProblems(secretsOf(sources));
    const given = gatherGiven(sources, problems);
    const values = overlay([given.top, given.inputs]);
    const target = targetFrom(values, variableKey(sources, problems));
    if (!target && !values.has("endpoint"))
        problems.add("endpoint", "nothing", settings.endpoint.field.legal);
    const workloads = workloadsFrom(given, { file: sources.file, problems });
    const judge = judgeFrom(given, problems);
    const declared = workloads.map(({ name }) => name);
    const duet = duetFrom(values, given, problems);
    const measure = measureFrom(values);
    const config = target && { ...judge, declared, target, workloads, measure, duet };
    if (config)
        checkGoodput(config, problems);
    problems.throwIfAny();
    if (!config)
        throw new TypeError("a configuration without endpoint and without problems");
    return config;
}
/** Whether there is something to measure; what else may be wrong is told when it is read. */
function namesEndpoint(sources) {
    const { top, inputs } = gatherGiven(sources, gatherProblems(secretsOf(sources)));
    return overlay([top, inputs]).has(settings.endpoint.name);
}
/** For what judges runs that are already there: no endpoint and no model is needed; all that is given is checked. */
function parseJudgeConfig(sources) {
    const problems = gatherProblems(secretsOf(sources));
    const given = gatherGiven(sources, problems);
    const judge = judgeFrom(given, problems);
    const { file } = sources;
    const workloads = given.workloads.size > 0 ? workloadsFrom(given, { file, problems }) : [];
    problems.throwIfAny();
    return { ...judge, declared: workloads.map(({ name }) => name) };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(73024);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(48161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(76760);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(58500);
;// CONCATENATED MODULE: ./build/clock.js
// Clock: the port through which everything that waits or stamps sees time, and the monotonic system clock.


/** Beyond its millisecond a timer is late by some tenths of one. */
const spin = micros(700);
const oneMillisecond = micros(1_000);
function nextTurn() {
    return new Promise((resolve) => setImmediate(resolve));
}
/** A turn of the loop takes some 3 µs where nothing has to be done in it, and ten times as long for a single read. */
const idleTurn = micros(10);
let spun = 0;
/** How long all spins idled so far, which the event loop itself counts as busy. */
function idlySpun() {
    return micros(spun);
}
/** Turn after turn of the loop, so that sockets get theirs; the last stretch before `at`. */
function spinUntil(at, signal) {
    return new Promise((resolve) => {
        let before = systemClock.now();
        const look = () => {
            const now = systemClock.now();
            if (now - before <= idleTurn)
                spun += now - before;
            before = now;
            if (now >= at || signal?.aborted)
                resolve();
            else
                setImmediate(look);
        };
        look();
    });
}
/**
 * Timers know whole milliseconds of the loop's own clock, and fire up to one too early: while there is another whole
 * one to sleep it is slept, and only what is left is spent spinning, 1.2 ms on average.
 */
async function sleepUntil(at, signal) {
    for (;;) {
        const coarse = micros(at - systemClock.now() - spin);
        if (coarse < oneMillisecond || signal?.aborted)
            break;
        const milliseconds = Math.floor(toMilliseconds(coarse));
        await (0,promises_.setTimeout)(milliseconds, undefined, signal ? { signal } : {}).catch(() => { });
    }
    await spinUntil(at, signal);
}
const systemClock = {
    now: () => micros(performance.now() * 1_000),
    sleepUntil,
    nextTurn,
};

// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(24371);
;// CONCATENATED MODULE: ./build/endpoint/connections/proxy.js

/** Many leave the scheme out, as curl lets them. Never shown, since it may hold a password. */
function proxyUrl(given, variable) {
    if (!given)
        return "";
    const url = given.includes("://") ? given : `http://${given}`;
    if (URL.canParse(url) && /^(https?|socks5?):/.test(url))
        return url;
    throw new GateError("config", `${variable} is not the URL of a proxy`);
}
/** Throws where a variable holds no URL. */
function proxyOptions({ http, https, except }, trust) {
    return {
        // An empty string, unlike undefined, keeps undici from looking into the environment itself.
        httpProxy: proxyUrl(http, "HTTP_PROXY"),
        httpsProxy: proxyUrl(https, "HTTPS_PROXY"),
        noProxy: except ?? "",
        requestTls: { ...trust },
    };
}

// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(41692);
;// CONCATENATED MODULE: ./build/endpoint/connections/tls-trust.js
// TLS trust: whose certificates are believed.

let shared;
/**
 * The roots that Node brings, those of NODE_EXTRA_CA_CERTS, and the system's, which Node by itself leaves out. Read once
 * per process, since that takes about 100 ms.
 */
function believed() {
    shared ??= (0,external_node_tls_.createSecureContext)({
        ca: [...new Set([...(0,external_node_tls_.getCACertificates)("default"), ...(0,external_node_tls_.getCACertificates)("system")])],
    });
    return shared;
}
/** What goes into the options of a connection; `insecure` accepts any certificate. */
function tlsTrust(insecure) {
    return insecure ? { rejectUnauthorized: false } : { secureContext: believed() };
}

;// CONCATENATED MODULE: ./build/endpoint/fetch-text.js
// A plain GET for pages beside the endpoint (a version page): its text, bounded in size and time.



const maxBytes = 1024 * 1024;
const timeout = 10_000;
function agentFor(url, { proxy, insecureTls = false }) {
    const trust = new URL(url).protocol === "https:" ? tlsTrust(insecureTls) : {};
    return new undici/* EnvHttpProxyAgent */.J2({
        allowH2: false,
        connect: { ...trust },
        ...proxyOptions(proxy, trust),
    });
}
/** What is past the bound is never received. */
async function headOf(body) {
    const pieces = [];
    let size = 0;
    for await (const piece of body) {
        pieces.push(piece);
        size += piece.length;
        if (size >= maxBytes)
            break;
    }
    return Buffer.concat(pieces).subarray(0, maxBytes).toString();
}
/** Whatever its status; rejects where no answer came in time. Redirects are not followed. */
async function fetchText(url, options) {
    const dispatcher = agentFor(url, options);
    try {
        const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeout)]);
        const { body } = await (0,undici/* request */.Em)(url, { dispatcher, signal });
        return await headOf(body);
    }
    finally {
        await dispatcher.destroy();
    }
}

;// CONCATENATED MODULE: ./build/endpoint/body/bounds.js
// Bounds: how much of an answer is taken in; past them the endpoint is not answering but flooding.
/** Names and values of one head or of its trailers. */
const maxHeaderBytes = 16 * 1024;
/** One header's value is kept up to here; what the program looks for in headers is short. */
const maxHeaderLength = 1_024;
/** Answers with a status of 1xx before the real one. */
const maxInterimAnswers = 64;
/** One body, as it arrived and decoded: 50,000 events of 330 bytes. */
const maxResponseBytes = 16 * 1024 * 1024;
/** What one answer takes on its connection, its framing included; chunk extensions count here alone. */
const maxWireBytes = maxResponseBytes + 4 * 1024 * 1024;
/** Of a body whose status is no success, and of one that was cut for its size. */
const maxErrorBytes = 64 * 1024;
/** Socket reads of one body, each of which costs a stamp; twice the tokens of the longest answers. */
const maxReads = 2 ** 18;
/** All bodies in flight together: 256 streams of 4 MiB. */
const maxHeldBytes = 1024 * 1024 * 1024;

;// CONCATENATED MODULE: ./build/endpoint/body/arena.js


const initialBytes = 16 * 1024;
const initialReads = 64;
/** An arena that one huge response blew up is not kept for the next. */
const keptBytes = 4 * 1024 * 1024;
/** Bytes that all recordings together may still take in. */
class Room {
    #left;
    constructor(bytes) {
        this.#left = bytes;
    }
    take(bytes) {
        if (bytes > this.#left)
            return false;
        this.#left -= bytes;
        return true;
    }
    giveBack(bytes) {
        this.#left += bytes;
    }
}
/**
 * It grows and is used again for the next response, so that the hot path allocates nothing. Socket buffers
 * are copied, never kept: their survival costs garbage collections of 12–20 ms.
 */
class Recording {
    #room;
    #bytes = Buffer.allocUnsafeSlow(initialBytes);
    #ends = new Uint32Array(initialReads);
    #stamps = new Float64Array(initialReads);
    #size = 0;
    #reads = 0;
    constructor(room = new Room(maxHeldBytes)) {
        this.#room = room;
    }
    get size() {
        return this.#size;
    }
    /** Opens a new read at the instant `at`; pieces belong to it until the next call. */
    beginRead(at) {
        if (this.#reads === this.#ends.length)
            this.#growReads();
        this.#ends[this.#reads] = this.#size;
        this.#stamps[this.#reads++] = at;
    }
    /** Copies one piece of the current read; false if there is no room for it. */
    append(piece) {
        const size = this.#size + piece.length;
        if (size > maxResponseBytes || !this.#room.take(piece.length))
            return false;
        if (size > this.#bytes.length)
            this.#replaceBytes(capacityFor(size));
        this.#bytes.set(piece, this.#size);
        this.#size = size;
        this.#ends[this.#reads - 1] = size;
        return true;
    }
    /** Arrival of the last read. */
    get lastAt() {
        return micros(this.#stamps[this.#reads - 1] ?? 0);
    }
    /**
     * Offset just past one of the markers, where the last read completes one that starts at `from` or later; it may have
     * begun in earlier reads.
     */
    completedByLastRead(markers, from = 0) {
        const start = this.#ends[this.#reads - 2] ?? 0;
        for (const marker of markers) {
            const first = Math.max(from, start - (marker.length - 1));
            const at = this.#bytes.subarray(first, this.#size).indexOf(marker);
            if (at >= 0)
                return first + at + marker.length;
        }
        return undefined;
    }
    /** Forgets all but the first bytes: of a body that cannot count, only what it says is of use. */
    keepHead() {
        this.#resize(Math.min(this.#size, maxErrorBytes));
        const last = this.#ends.subarray(0, this.#reads).findIndex((end) => end > this.#size);
        if (last < 0)
            return;
        this.#ends[last] = this.#size;
        this.#reads = last + 1;
    }
    /** What was recorded; the recording is empty after it. */
    take() {
        const reads = [];
        for (let index = 0; index < this.#reads; index++) {
            const [end, at] = [this.#ends[index] ?? 0, this.#stamps[index] ?? 0];
            reads.push({ end, at: micros(at) });
        }
        return { body: this.#takeBody(), reads };
    }
    clear() {
        this.#resize(0);
        this.#reads = 0;
        if (this.#bytes.length > keptBytes)
            this.#replaceBytes(initialBytes);
    }
    /** A copy; of a large body the arena itself, which is then replaced. */
    #takeBody() {
        const recorded = new Uint8Array(this.#bytes.buffer, 0, this.#size);
        const body = this.#size > keptBytes ? recorded : recorded.slice();
        if (body === recorded)
            this.#bytes = Buffer.allocUnsafeSlow(initialBytes);
        this.clear();
        return body;
    }
    /** To fewer bytes. */
    #resize(size) {
        this.#room.giveBack(this.#size - size);
        this.#size = size;
    }
    /** The old arena is freed at once: garbage outside of the heap may wait long for its collection. */
    #replaceBytes(capacity) {
        const replacement = Buffer.allocUnsafeSlow(capacity);
        replacement.set(this.#bytes.subarray(0, this.#size));
        this.#bytes.buffer.transfer(0);
        this.#bytes = replacement;
    }
    #growReads() {
        const [ends, stamps] = [this.#ends, this.#stamps];
        this.#ends = new Uint32Array(2 * ends.length);
        this.#stamps = new Float64Array(2 * stamps.length);
        this.#ends.set(ends);
        this.#stamps.set(stamps);
    }
}
/** Twice as much each time; a huge response at once gets all that it may have, of which it uses what it needs. */
function capacityFor(size) {
    const doubled = 2 ** Math.ceil(Math.log2(size));
    return doubled > keptBytes ? maxResponseBytes : doubled;
}
/** As many recordings as responses were ever in flight at once. */
class RecordingPool {
    #free = [];
    #room;
    constructor(room = new Room(maxHeldBytes)) {
        this.#room = room;
    }
    take() {
        return this.#free.pop() ?? new Recording(this.#room);
    }
    giveBack(recording) {
        recording.clear();
        this.#free.push(recording);
    }
}

// EXTERNAL MODULE: external "node:dns"
var external_node_dns_ = __webpack_require__(40610);
;// CONCATENATED MODULE: ./build/endpoint/connections/cached-lookup.js
// DNS for many connections: one lookup per name and minute instead of one per connection.


const lifetime = fromSeconds(60);
const systemResolver = (hostname, options, answer) => (0,external_node_dns_.lookup)(hostname, { ...options, all: true }, answer);
/** Failures are told to everyone who waits, and forgotten. */
function cachedLookup(clock, resolve = systemResolver) {
    const entries = new Map();
    function ask(key, hostname, options) {
        const entry = { askedAt: clock.now(), waiting: [] };
        entries.set(key, entry);
        resolve(hostname, options, (error, addresses) => {
            if (error)
                entries.delete(key);
            else
                entry.addresses = addresses;
            for (const answer of entry.waiting.splice(0))
                answer(error, addresses);
        });
        return entry;
    }
    function addressesOf(hostname, options, answer) {
        const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
        const known = entries.get(key);
        const entry = known && clock.now() - known.askedAt < lifetime ? known : ask(key, hostname, options);
        const { addresses } = entry;
        if (addresses)
            queueMicrotask(() => answer(null, addresses));
        else
            entry.waiting.push(answer);
    }
    return (hostname, options, callback) => addressesOf(hostname, options, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error || !first)
            callback(error ?? new Error(`no address for ${hostname}`), "");
        else if (options.all)
            callback(null, addresses);
        else
            callback(null, first.address, first.family);
    });
}

// EXTERNAL MODULE: external "node:diagnostics_channel"
var external_node_diagnostics_channel_ = __webpack_require__(53053);
// EXTERNAL MODULE: external "node:net"
var external_node_net_ = __webpack_require__(77030);
;// CONCATENATED MODULE: ./build/endpoint/connections/connection-watch.js
// Tells over which connection a request goes, whether it was opened for it, and when too much comes back on it.



const channel = "undici:client:sendHeaders";
function socketOf(message) {
    const socket = typeof message === "object" && message !== null && "socket" in message
        ? message.socket
        : undefined;
    return socket instanceof external_node_net_.Socket ? socket : undefined;
}
/**
 * Calls `onFlood` once more has come than one answer may take, of which undici may pass nothing on: it skips chunk
 * extensions, for one. Returns what ends the watch.
 */
function watchWire(socket, onFlood) {
    const before = socket.bytesRead;
    const check = () => {
        if (socket.bytesRead - before > maxWireBytes)
            onFlood();
    };
    socket.on("readable", check);
    return () => socket.off("readable", check);
}
/**
 * undici publishes the socket right after it started a request, synchronously; who expects it at that moment learns
 * whether the socket has carried a request before. The channel is shared with every undici of the process, whose
 * requests nobody here expects.
 */
class ConnectionWatch {
    #used = new WeakSet();
    #expecting;
    start() {
        (0,external_node_diagnostics_channel_.subscribe)(channel, this.#hear);
    }
    stop() {
        (0,external_node_diagnostics_channel_.unsubscribe)(channel, this.#hear);
    }
    /** `told` is called with the next request that is written. */
    expect(told) {
        this.#expecting = told;
    }
    #hear = (message) => {
        const told = this.#expecting;
        const socket = socketOf(message);
        this.#expecting = undefined;
        if (!told || !socket)
            return;
        told(socket, !this.#used.has(socket));
        this.#used.add(socket);
    };
}

;// CONCATENATED MODULE: ./build/endpoint/body/ending.js
const maxDetailLength = 200;
/** undici asserts what it believes of servers; an answer that proves it wrong is not HTTP. */
const assertion = "ERR_ASSERTION";
const lengthMismatch = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
const badHttpCodes = new Set(["UND_ERR_HEADERS_OVERFLOW", assertion]);
/** undici's words, under its code of a broken socket, for an answer that it cannot accept. */
const badHttpMessages = new Set(["bad response", "bad upgrade"]);
/** Our own closing of the endpoint. */
const closedByUs = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED"]);
function codeOf(error) {
    return "code" in error && typeof error.code === "string" ? error.code : undefined;
}
function describeOne(error) {
    const code = codeOf(error);
    const message = error.message || error.name;
    return code === undefined || message.includes(code) ? message : `${code}: ${message}`;
}
/** Of several addresses tried each has its own error, and the whole none to show. */
function ending_describe(error) {
    const parts = error instanceof AggregateError ? error.errors : [error, error.cause];
    const texts = parts.filter((part) => part instanceof Error).map(describeOne);
    return [...new Set(texts)].join("; ").replace(/\s+/g, " ").slice(0, maxDetailLength);
}
/**
 * `HTTPParserError` has no code; a body cut short by a closing peer comes under its name too. A head that contradicts
 * itself on the body's length is told as a mismatch before there is a body.
 */
function isBadHttp(error, reached) {
    if (error.name === "HTTPParserError")
        return !error.message.includes("Invalid EOF state");
    const code = codeOf(error) ?? "";
    if (code === lengthMismatch)
        return reached !== "head";
    return badHttpCodes.has(code) || badHttpMessages.has(error.message);
}
/** What no network can cause: an error of our own code or of undici's. */
function isOurFault(error, reached) {
    const code = codeOf(error);
    if (code === undefined)
        return error.name !== "HTTPParserError" && !(error instanceof AggregateError);
    if (code === "UND_ERR_INVALID_ARG")
        return reached === "nothing";
    if (code === assertion)
        return reached === "nothing" || reached === "request";
    return code.startsWith("ERR_INVALID_ARG");
}
function endingFrom({ error, at, reached }) {
    if (closedByUs.has(codeOf(error) ?? ""))
        return { kind: "interrupted", at };
    const detail = ending_describe(error);
    // A proxy's refusal is undici's own error, raised in the place of an answer.
    const refusedByProxy = codeOf(error) === "UND_ERR_INVALID_ARG";
    if (reached === "nothing" || refusedByProxy)
        return { kind: "connect-error", at, detail };
    return { kind: isBadHttp(error, reached) ? "bad-http" : "connection-lost", at, detail };
}

// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(38522);
;// CONCATENATED MODULE: ./build/endpoint/body/decoder.js

/** RFC 9659: what a content encoding may ask for; the library itself would grant 128 MiB. */
const zstdWindowLog = 23;
/** Many servers send "deflate" without the wrapper that RFC 9110 demands; its first byte tells. */
const inflate = (first) => ((first & 0x0f) === 8 ? (0,external_node_zlib_.createInflate)() : (0,external_node_zlib_.createInflateRaw)());
const openings = new Map([
    ["gzip", () => (0,external_node_zlib_.createGunzip)()],
    ["x-gzip", () => (0,external_node_zlib_.createGunzip)()],
    ["deflate", inflate],
    ["br", () => (0,external_node_zlib_.createBrotliDecompress)()],
    [
        "zstd",
        () => (0,external_node_zlib_.createZstdDecompress)({ params: { [external_node_zlib_.constants.ZSTD_d_windowLogMax]: zstdWindowLog } }),
    ],
]);
/** The encoding that a header names, in lower case; undefined for a plain body. */
function encodingOf(header) {
    const encoding = header?.trim().toLowerCase() ?? "";
    return encoding === "" || encoding === "identity" ? undefined : encoding;
}
function isDecodable(encoding) {
    return openings.has(encoding);
}
/**
 * One read at a time is given to zlib, and the next one only once all that it released has come out: linear, and no
 * stretch can take a later read's stamp. zlib works in a thread of its own; a synchronous call would have to decode
 * the whole body again for every read. A body that was cut is decoded as far as it goes.
 */
class Decoder {
    #parts;
    #waiting = [];
    #stream;
    #at;
    #over = false;
    #idle = Promise.withResolvers();
    constructor(parts) {
        this.#parts = parts;
        this.#idle.resolve();
    }
    write(bytes, at) {
        if (this.#over)
            return;
        this.#waiting.push({ bytes, at });
        if (this.#at !== undefined)
            return;
        this.#idle = Promise.withResolvers();
        this.#next();
    }
    /** Resolves once all that was written has come out. */
    idle() {
        return this.#idle.promise;
    }
    close() {
        this.#over = true;
        this.#waiting.length = 0;
        this.#at = undefined;
        this.#stream?.destroy();
        this.#idle.resolve();
    }
    #next() {
        const read = this.#waiting.shift();
        this.#at = read?.at;
        if (!read) {
            this.#idle.resolve();
            return;
        }
        this.#stream ??= this.#open(read.bytes[0] ?? 0);
        this.#stream.write(read.bytes, this.#released);
    }
    #released = () => {
        if (this.#over)
            return;
        this.#parts.onReleased();
        this.#next();
    };
    #open(first) {
        const opening = openings.get(this.#parts.encoding);
        if (!opening)
            throw new Error(`no decoder for ${this.#parts.encoding}`);
        return opening(first)
            .on("data", (stretch) => {
            if (this.#at !== undefined && !this.#parts.onPlain(stretch, this.#at))
                this.close();
        })
            .on("end", () => {
            if (this.#over)
                return;
            this.#parts.onReleased();
            this.close();
        })
            .on("error", () => {
            if (this.#over)
                return;
            this.close();
            this.#parts.onBroken();
        });
    }
}

// EXTERNAL MODULE: external "node:worker_threads"
var external_node_worker_threads_ = __webpack_require__(75919);
;// CONCATENATED MODULE: ./build/endpoint/body/memory.js
// Memory: bytes that nobody needs any more, given back at once; the collector would let tens of MiB of them pile up.

/** Whatever looks at it finds it empty. A small buffer may come from Node's pool, which others use too: that is left. */
function free(memory) {
    if (memory instanceof ArrayBuffer && !(0,external_node_worker_threads_.isMarkedAsUntransferable)(memory))
        memory.transfer(0);
}

;// CONCATENATED MODULE: ./build/endpoint/body/intake.js



/** Promise reactions run once the socket's read has been handled whole, before the next one. */
const handled = Promise.resolve();
/**
 * Where the marker itself ends the answer little can follow it in its read, and the search of the rest would cost a
 * fifth of all recording. An event that a marker only opens may hold the whole answer once more.
 */
const markedTail = 2_048;
const tooManyReads = `the response came in more than ${maxReads} pieces`;
const tooLarge = `the response is larger than ${maxResponseBytes / 2 ** 20} MiB`;
class Intake {
    #parts;
    #recording;
    #afterRead = () => this.#finishRead();
    #limit = maxResponseBytes;
    #received = 0;
    #reads = 0;
    #reading = false;
    /** Whether the recording has a read for what comes out of the decoder. */
    #releasing = false;
    /**
     * Of the last read, which all its pieces share. It is freed when another one brings more of the body: until then
     * undici may look into it, where it ends within trailers.
     */
    #memory;
    #readAt;
    /** Of the current read, where it must be decoded. */
    #encoded = [];
    #decoder;
    /** Offset just past the end marker. */
    #markedTo;
    #markerAt;
    #problem;
    constructor(parts) {
        this.#parts = parts;
        this.#recording = parts.recording;
    }
    /** Arrival of the read that completed an end marker. */
    get markerAt() {
        return this.#markerAt;
    }
    /** Why no more was taken in. */
    get problem() {
        return this.#problem;
    }
    /** To be called with the answer's head, before its body. */
    open(status, contentEncoding) {
        if (status >= 300)
            this.#limit = maxErrorBytes;
        const encoding = encodingOf(contentEncoding);
        if (encoding === undefined)
            return;
        if (isDecodable(encoding))
            this.#decoder = this.#decoderOf(encoding);
        else
            this.#refuse(`the content encoding ${encoding.slice(0, 40)} is not supported`);
    }
    /** Called once per HTTP chunk: several times per read, all of them before `#afterRead`. */
    take(piece) {
        if (this.#problem !== undefined)
            return;
        if (!this.#reading)
            this.#beginRead(piece.buffer);
        this.#received += piece.length;
        if (this.#reads > maxReads)
            this.#refuse(tooManyReads);
        else if (this.#received > maxResponseBytes)
            this.#refuse(tooLarge);
        else if (this.#decoder)
            this.#encoded.push(piece);
        else
            this.#record(piece);
    }
    /** Everything has arrived. A promise where some of it has yet to be decoded. */
    finish() {
        if (this.#reading)
            this.#finishRead();
        return this.#decoder?.idle();
    }
    /** The plain body; to be called once, at the end. */
    result() {
        this.#decoder?.close();
        return this.#recording.take();
    }
    #beginRead(memory) {
        const at = this.#parts.clock.now();
        this.#parts.onRead?.(at);
        if (memory !== this.#memory)
            free(this.#memory);
        this.#memory = memory;
        this.#readAt = at;
        this.#reading = true;
        this.#reads += 1;
        void handled.then(this.#afterRead);
        if (!this.#decoder)
            this.#recording.beginRead(at);
    }
    #finishRead() {
        const at = this.#readAt;
        if (!this.#reading || at === undefined)
            return;
        this.#reading = false;
        if (this.#decoder)
            this.#decoder.write(Buffer.concat(this.#encoded.splice(0)), at);
        else
            this.#watch();
    }
    #record(piece) {
        const left = this.#limit - this.#recording.size;
        const isRoom = this.#recording.append(piece.length > left ? piece.subarray(0, left) : piece);
        if (!isRoom)
            this.#refuse("the responses in flight are too large together");
        else if (piece.length > left)
            this.#refuse(tooLarge);
    }
    /** Looks for the end in what the last read brought. */
    #watch() {
        const { endMarkers, endClosers = [] } = this.#parts;
        if (this.#markerAt !== undefined || endMarkers.length === 0)
            return;
        const tailAt = Math.max(0, this.#recording.size - markedTail);
        const from = endClosers.length === 0 ? tailAt : 0;
        this.#markedTo ??= this.#recording.completedByLastRead(endMarkers, from);
        if (this.#markedTo === undefined)
            return;
        const isOver = endClosers.length === 0 ||
            this.#recording.completedByLastRead(endClosers, this.#markedTo) !== undefined;
        if (!isOver)
            return;
        this.#markerAt = this.#recording.lastAt;
        this.#parts.onEndMarker();
    }
    #decoderOf(encoding) {
        return new Decoder({
            encoding,
            onPlain: (stretch, at) => {
                if (!this.#releasing)
                    this.#recording.beginRead(at);
                this.#releasing = true;
                this.#record(stretch);
                return this.#problem === undefined;
            },
            onReleased: () => {
                if (this.#releasing)
                    this.#watch();
                this.#releasing = false;
            },
            onBroken: () => this.#refuse(`the body cannot be decoded as ${encoding}`),
        });
    }
    /** A body that has said that it is over may be followed by anything. */
    #refuse(problem) {
        if (this.#problem !== undefined)
            return;
        this.#problem = problem;
        if (this.#markerAt === undefined)
            this.#recording.keepHead();
        this.#parts.onProblem();
    }
}

;// CONCATENATED MODULE: ./build/endpoint/sending.js






/** How long the body may take to end after the end marker; a usual server ends it at once and keeps its connection. */
const grace = fromMilliseconds(50);
/** The longest delay that a timer takes; a greater one would fire at once. */
const maxTimerDelay = 2 ** 31 - 1;
const cut = new Error("the request was cut by its sender");
const tooManyInterims = `more than ${maxInterimAnswers} interim answers and no real one`;
const tooMuchOnTheWire = `the answer takes more than ${maxWireBytes / 2 ** 20} MiB on its connection`;
function flatten(headers) {
    const flat = {};
    for (const [name, value] of Object.entries(headers)) {
        const joined = Array.isArray(value) ? value.join(", ") : value;
        if (joined !== undefined)
            flat[name] = joined.slice(0, maxHeaderLength);
    }
    return flat;
}
/** undici's handler: each callback stamps first, and does no more than it must. */
class Sending {
    #parts;
    #recording;
    #intake;
    #settled = Promise.withResolvers();
    #handedAt;
    #deadline;
    #interrupt = () => this.#cut({ kind: "interrupted", at: this.#parts.clock.now() });
    #controller;
    #sentAt;
    #fresh = false;
    #answered = false;
    #interims = 0;
    #headersAt;
    #status;
    #headers = {};
    #grace;
    #unwatch;
    #over = false;
    /** Hands the request over: to be dispatched at once. */
    constructor(parts) {
        this.#parts = parts;
        this.#recording = parts.recordings.take();
        this.#intake = new Intake({
            clock: parts.clock,
            recording: this.#recording,
            endMarkers: parts.request.endMarkers,
            endClosers: parts.request.endClosers,
            onRead: parts.onRead,
            onEndMarker: () => this.#awaitEnd(),
            onProblem: () => this.#expire(),
        });
        const timeout = Math.min(toMilliseconds(parts.request.timeout), maxTimerDelay);
        this.#deadline = setTimeout(() => this.#expire(), timeout);
        parts.signal.addEventListener("abort", this.#interrupt);
        this.#handedAt = parts.clock.now();
        if (parts.signal.aborted)
            this.#interrupt();
    }
    /** Rejects only when our own code is at fault. */
    get sent() {
        return this.#settled.promise;
    }
    onRequestStart(controller) {
        this.#sentAt = this.#parts.clock.now();
        if (this.#over) {
            controller.abort(cut);
            return;
        }
        this.#controller = controller;
        this.#parts.connections.expect((socket, fresh) => {
            this.#fresh = fresh;
            this.#unwatch = watchWire(socket, () => this.#refuse(tooMuchOnTheWire));
        });
    }
    onResponseStarted() {
        this.#answered = true;
    }
    onResponseStart(_, status, headers) {
        const at = this.#parts.clock.now();
        if (this.#over)
            return;
        // Interim answers (103) come here too; the real head follows.
        if (status < 200) {
            if (++this.#interims > maxInterimAnswers)
                this.#refuse(tooManyInterims);
            return;
        }
        this.#headersAt = at;
        this.#status = status;
        const { "content-encoding": encoding, ...others } = flatten(headers);
        this.#headers = others;
        this.#intake.open(status, encoding);
    }
    onResponseData(_, piece) {
        if (!this.#over)
            this.#intake.take(piece);
    }
    onResponseEnd() {
        this.#end({ kind: "body-end", at: this.#parts.clock.now() });
    }
    onResponseError(_, error) {
        const at = this.#parts.clock.now();
        if (this.#over)
            return;
        const reached = this.#reached();
        if (isOurFault(error, reached))
            this.#break(error);
        else
            this.#end(endingFrom({ error, at, reached }));
    }
    #reached() {
        if (this.#sentAt === undefined)
            return "nothing";
        if (this.#status !== undefined)
            return "head";
        return this.#answered ? "answer" : "request";
    }
    #refuse(detail) {
        this.#cut({ kind: "bad-http", at: this.#parts.clock.now(), detail });
    }
    /** The answer is over by its protocol: its connection may be used again if the body ends soon. */
    #awaitEnd() {
        if (!this.#over)
            this.#grace = setTimeout(() => this.#expire(), toMilliseconds(grace));
    }
    #expire() {
        this.#cut({ kind: "timeout", at: this.#parts.clock.now() });
    }
    /** Ends it ourselves, which costs the connection. */
    #cut(ending) {
        if (this.#over)
            return;
        this.#end(ending);
        this.#controller?.abort(cut);
    }
    #end(ending) {
        if (this.#over)
            return;
        this.#release();
        const decoded = this.#intake.finish();
        if (decoded)
            void decoded.then(() => this.#settle(ending));
        else
            this.#settle(ending);
    }
    /** However it was cut, a response already over by its protocol is over; else what stopped the intake ended it. */
    #endingAfter(ending) {
        const { markerAt, problem } = this.#intake;
        if (markerAt !== undefined && ending.kind !== "body-end")
            return { kind: "end-marker", at: markerAt };
        if (problem === undefined || markerAt !== undefined)
            return ending;
        return { kind: "bad-http", at: ending.at, detail: problem };
    }
    #settle(last) {
        const ending = this.#endingAfter(last);
        const diedOnReuse = ending.kind === "connection-lost" && !this.#answered && !this.#fresh && !this.#parts.resent;
        this.#settled.resolve({ transcript: this.#transcript(ending), diedOnReuse });
        this.#parts.recordings.giveBack(this.#recording);
    }
    #break(error) {
        this.#release();
        const message = `a request could not be sent: ${error.message}`;
        this.#settled.reject(new GateError("internal", message, { cause: error }));
    }
    #release() {
        this.#over = true;
        clearTimeout(this.#deadline);
        clearTimeout(this.#grace);
        this.#unwatch?.();
        this.#parts.signal.removeEventListener("abort", this.#interrupt);
    }
    #transcript(ending) {
        const sentAt = this.#sentAt;
        return {
            handedAt: this.#handedAt,
            ...(sentAt !== undefined && { sentAt }),
            ...(this.#status !== undefined && { status: this.#status }),
            ...(this.#headersAt !== undefined && { headersAt: this.#headersAt }),
            headers: this.#headers,
            ...this.#intake.result(),
            ending,
            connection: {
                fresh: this.#fresh,
                ...(this.#fresh && sentAt !== undefined && { connect: micros(sentAt - this.#handedAt) }),
                resent: this.#parts.resent,
            },
        };
    }
}

;// CONCATENATED MODULE: ./build/endpoint/http.js
// The Endpoint over undici: warm connections, our own deadlines, and no retries but one.








/** Idle connections live as long as the server lets them; undici's 4 s would close warm ones between phases. */
const keepAliveTimeout = 600_000;
const connectTimeout = 10_000;
/**
 * HTTP/2 is off, since streams that share a connection delay each other. undici's own deadlines are off, since they
 * tick every half second.
 */
function poolOptions(options) {
    const { connections, clock, resolve } = options;
    return {
        allowH2: false,
        pipelining: 1,
        maxHeaderSize: maxHeaderBytes,
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout,
        connectTimeout,
        connections: connections ?? null,
        connect: { lookup: cachedLookup(clock, resolve), ...trustFor(options) },
    };
}
/** Without TLS nobody's certificate is asked for, and the roots need not be read. */
function trustFor({ origin, insecureTls = false }) {
    return new URL(origin).protocol === "https:" ? tlsTrust(insecureTls) : {};
}
function createDispatcher(options) {
    const pool = poolOptions(options);
    const { proxy, origin } = options;
    if (!proxy?.http && !proxy?.https)
        return new undici/* Pool */.bC(new URL(origin).origin, pool);
    return new undici/* EnvHttpProxyAgent */.J2({
        ...pool,
        ...proxyOptions(proxy, trustFor(options)),
        factory: (to, given) => new undici/* Pool */.bC(to, { ...pool, ...given }),
    });
}
/**
 * One pool of connections to one origin. Redirects are not followed. A connection that was used before and died before
 * any byte of the answer says nothing about the endpoint (the server may close an idle connection at any moment): the
 * request is then sent once more, on a connection of its own.
 * `send` rejects only where our own code is at fault (a header that HTTP forbids, a bug).
 */
function createHttpEndpoint(options) {
    const { clock, onRead } = options;
    const { origin } = new URL(options.origin);
    const dispatcher = createDispatcher(options);
    const recordings = new RecordingPool();
    const connections = new ConnectionWatch();
    connections.start();
    function sendOver(over, request, how) {
        const sending = new Sending({ request, clock, recordings, connections, onRead, ...how });
        const { method, path, headers, body = null } = request;
        const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
        over.dispatch({ origin, method, path, headers, body, ...timeouts }, sending);
        return sending.sent;
    }
    async function sendAgain(request, signal) {
        const own = createDispatcher(options);
        const { transcript } = await sendOver(own, request, { signal, resent: true });
        void own.destroy();
        return transcript;
    }
    return {
        async send(request, signal) {
            const sent = await sendOver(dispatcher, request, { signal, resent: false });
            return sent.diedOnReuse ? sendAgain(request, signal) : sent.transcript;
        },
        async close() {
            connections.stop();
            await dispatcher.destroy();
        },
    };
}

// EXTERNAL MODULE: external "node:perf_hooks"
var external_node_perf_hooks_ = __webpack_require__(643);
;// CONCATENATED MODULE: ./build/load/watch/turns.js
// Turns: how long arrived bytes waited for theirs, and how many reads the event loop found at once.

const bucketWidth = 10;
/** 20 ms; what waited longer is counted in the last one. */
const buckets = 2_000;
/** libuv asks for no more ready sockets at once. */
const largestTurn = 1_024;
/** The place at which the running sum of counts passes a share of all; undefined where nothing was counted. */
function turns_placeOf(counts, share) {
    const total = counts.reduce((sum, count) => sum + count, 0);
    let below = 0;
    const place = counts.findIndex((count) => {
        below += count;
        return below > share * total;
    });
    return place < 0 ? undefined : place;
}
/** What was counted. */
class TurnCounts {
    waits = new Uint32Array(buckets);
    /** Reads by the size of the turn that they came in. */
    reads = new Uint32Array(largestTurn + 1);
}
/** Undefined where nothing was read. */
function readingOf({ waits, reads }) {
    const wait = turns_placeOf(waits, 0.99);
    const readsTogether = turns_placeOf(reads, 0.5);
    if (wait === undefined || readsTogether === undefined)
        return undefined;
    return { waitP99Ms: toMilliseconds(micros(wait * bucketWidth)), readsTogether };
}
function systemLoop() {
    const { idleTime, uvMetricsInfo } = performance.nodeTiming;
    return { idle: fromMilliseconds(idleTime), turns: uvMetricsInfo.loopCount };
}
/** Fractions that fill the unit interval evenly, however many are taken. */
const goldenStep = (Math.sqrt(5) - 1) / 2;
/**
 * Everything that one turn of the loop reads had arrived when the turn began: a read's stamp − the turn's first stamp is
 * a lower bound of how late that stamp is. It sees what the loop's delay shows only half of, streams in step: 256
 * events that arrive together are stamped over 3 ms, and a timer finds the loop busy for 3 ms out of 20 only.
 *
 * What a read waited before its turn began follows from the turns since the last one with reads: bytes that come while
 * the loop idles wake it, and those that come while it works wait until that is done. When they came is not known, and
 * taken as evenly spread. A wake-up that the machine itself delays is not seen.
 */
class TurnWatch {
    #loop;
    #counts = new TurnCounts();
    #startedAt;
    #size = 0;
    #last;
    /** Of one turn since the last one with reads, on average: how long it took, and how much of that it worked. */
    #turn = { length: 0, busy: 0 };
    #fraction = 0;
    constructor(loop = systemLoop) {
        this.#loop = loop;
    }
    /** The hot path: to be called with the stamp of each read. */
    noteRead = (at) => {
        if (this.#startedAt === undefined) {
            this.#startedAt = at;
            this.#beginTurn(at);
            // Immediates run right after the turn's reads, and before the next ones.
            setImmediate(this.#endTurn);
        }
        this.#size += 1;
        const waited = at - this.#startedAt + this.#waitedBefore();
        const bucket = Math.min(buckets - 1, Math.floor(waited / bucketWidth));
        const { waits } = this.#counts;
        waits[bucket] = (waits[bucket] ?? 0) + 1;
    };
    #beginTurn(at) {
        const last = this.#last;
        const now = { at, ...this.#loop() };
        this.#last = now;
        if (!last)
            return;
        const turns = Math.max(1, now.turns - last.turns);
        const span = now.at - last.at;
        const busy = Math.max(0, span - (now.idle - last.idle));
        this.#turn = { length: span / turns, busy: busy / turns };
    }
    #waitedBefore() {
        this.#fraction = (this.#fraction + goldenStep) % 1;
        const { length, busy } = this.#turn;
        return Math.max(0, busy - this.#fraction * length);
    }
    #endTurn = () => {
        const size = Math.min(this.#size, largestTurn);
        const { reads } = this.#counts;
        reads[size] = (reads[size] ?? 0) + this.#size;
        this.#startedAt = undefined;
        this.#size = 0;
    };
    /** Counts what comes from now on, and nothing before it. */
    countInto(counts) {
        this.#counts = counts;
    }
}

;// CONCATENATED MODULE: ./build/load/watch/health-tally.js

/** Where the running weight reaches a share of all; undefined for nothing. */
function weightedQuantile(values, share) {
    const sorted = values.toSorted((a, b) => a.value - b.value);
    const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
    let below = 0;
    return sorted.find(({ weight }) => {
        below += weight;
        return below >= share * total * (1 - 1e-9);
    })?.value;
}
class HealthTally {
    /** Filled by the watch of turns while one of ours runs. */
    turns = new TurnCounts();
    #samples = [];
    add(sample) {
        if (sample.delays.count > 0 && sample.wallMs > 0)
            this.#samples.push(sample);
    }
    /** Undefined if all watches were too short for a single sample. */
    reading() {
        const loopDelayP99Ms = weightedQuantile(this.#delays(), 0.99);
        if (loopDelayP99Ms === undefined)
            return undefined;
        const { waitP99Ms = null, readsTogether = null } = readingOf(this.turns) ?? {};
        const gc = this.#samples.flatMap(({ pauses }) => pauses);
        return {
            lagP99Ms: lagOf(loopDelayP99Ms, waitP99Ms),
            loopDelayP99Ms,
            turnWaitP99Ms: waitP99Ms,
            readsTogether,
            lagMaxMs: largest(this.#samples.map(({ delayMax }) => delayMax)),
            gcPauses: gc.length,
            gcMaxMs: largest(gc),
            gcTotalMs: total(gc),
            cpuShare: this.#total(({ cpuMs }) => cpuMs) / this.#total(({ wallMs }) => wallMs),
            // Both were taken one after the other, so that a loop that was always busy may seem busier.
            eventLoopUtilization: Math.min(1, this.#total(({ busyMs }) => busyMs) / this.#total(({ wallMs }) => wallMs)),
        };
    }
    #delays() {
        return this.#samples.flatMap(({ delays: { quantiles, count } }) => quantiles.map((value) => ({ value, weight: count / quantiles.length })));
    }
    #total(of) {
        return total(this.#samples.map(of));
    }
}
/** Timers keep whole milliseconds: an idle loop's look up to one late, which no socket has to wait for. */
const timerRounding = 1;
/** Of the two the larger one; nothing else is known where nothing was read. */
function lagOf(loopDelay, wait) {
    return wait === null ? loopDelay : Math.max(wait, loopDelay - timerRounding);
}
function total(values) {
    return values.reduce((sum, value) => sum + value, 0);
}
function largest(values) {
    return values.reduce((most, value) => Math.max(most, value), 0);
}

;// CONCATENATED MODULE: ./build/load/watch/health.js
// Health: the client watching itself while it measures.





const resolutionMs = 1;
function watchPauses() {
    const pauses = [];
    const note = (entries) => {
        for (const { duration } of entries)
            pauses.push(duration);
    };
    const observer = new external_node_perf_hooks_.PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ entryTypes: ["gc"] });
    return {
        end() {
            note(observer.takeRecords());
            observer.disconnect();
            return pauses;
        },
    };
}
function lag(delayNs) {
    return Math.max(0, delayNs / 1_000_000 - resolutionMs);
}
/** Percentiles of delays by which watches are put together. */
const quantilesKept = 1_000;
function delaysOf(delay) {
    const at = (index) => lag(delay.percentile((100 * (index + 1)) / quantilesKept));
    return {
        count: delay.count,
        quantiles: Array.from({ length: quantilesKept }, (_, index) => at(index)),
    };
}
function loopUse() {
    return { loop: performance.eventLoopUtilization(), spun: idlySpun() };
}
/** A loop that spins because something is due soon has time for whatever comes. */
function busyMs({ loop, spun }) {
    const idle = toMilliseconds(micros(idlySpun() - spun));
    return Math.max(0, performance.eventLoopUtilization(loop).active - idle);
}
/**
 * `turns` is told of each read by the endpoint; without it only the loop's delay is known. `tally`: what earlier watches
 * saw, and this one adds to.
 */
function watchHealth(turns = new TurnWatch(), tally = new HealthTally()) {
    turns.countInto(tally.turns);
    const delay = (0,external_node_perf_hooks_.monitorEventLoopDelay)({ resolution: resolutionMs });
    const pauses = watchPauses();
    const cpuBefore = process.cpuUsage();
    const useBefore = loopUse();
    const startedAt = performance.now();
    delay.enable();
    return {
        read() {
            delay.disable();
            const wallMs = performance.now() - startedAt;
            const cpu = process.cpuUsage(cpuBefore);
            const busy = busyMs(useBefore);
            turns.countInto(new TurnCounts());
            tally.add({
                delays: delaysOf(delay),
                delayMax: lag(delay.max),
                pauses: pauses.end(),
                cpuMs: (cpu.user + cpu.system) / 1_000,
                wallMs,
                busyMs: busy,
            });
            return tally.reading();
        },
    };
}

// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(51455);
// EXTERNAL MODULE: external "node:string_decoder"
var external_node_string_decoder_ = __webpack_require__(46193);
;// CONCATENATED MODULE: ./build/metrics/run/journal.js
// Journal: what a measurement has seen so far as lines of JSON and back, so that it can be on disk while it runs.



const instant = schemas/* number */.aig().transform(micros);
const pieceSchema = schemas/* object */.Ikc({
    at: instant,
    bytes: schemas/* number */.aig(),
    kind: schemas/* enum */.k5n(["text", "reasoning", "refusal", "tool-call"]),
});
const planned = {
    id: schemas/* int */.Whr(),
    round: schemas/* int */.Whr().exactOptional(),
    phase: schemas/* enum */.k5n(["warm-up", "measure"]),
    scheduledAt: instant,
};
const attempted = {
    ...planned,
    sentAt: instant.exactOptional(),
    status: schemas/* int */.Whr().exactOptional(),
    streamed: schemas/* boolean */.zMY(),
    arrivals: schemas/* object */.Ikc({
        ttft: instant.exactOptional(),
        ttfvt: instant.exactOptional(),
        lastOutput: instant.exactOptional(),
        outputReads: schemas/* int */.Whr(),
    }),
    pieceCount: schemas/* int */.Whr(),
    firstPieceAt: instant.exactOptional(),
    pieces: schemas/* array */.YOg(pieceSchema).exactOptional(),
    endedAt: instant,
    tokens: schemas/* object */.Ikc({
        source: schemas/* enum */.k5n(["usage", "estimate", "unknown"]),
        input: schemas/* number */.aig().exactOptional(),
        output: schemas/* number */.aig().exactOptional(),
        reasoning: schemas/* number */.aig().exactOptional(),
        cached: schemas/* number */.aig().exactOptional(),
        estimatedOutput: schemas/* number */.aig().exactOptional(),
    }),
    finishReason: schemas/* string */.YjP().exactOptional(),
    freshConnection: schemas/* boolean */.zMY(),
    connect: instant.exactOptional(),
    resent: schemas/* boolean */.zMY(),
    text: schemas/* string */.YjP(),
    reasoning: schemas/* string */.YjP(),
    toolCallText: schemas/* string */.YjP().exactOptional(),
    servedBy: schemas/* object */.Ikc({
        model: schemas/* string */.YjP().exactOptional(),
        fingerprint: schemas/* string */.YjP().exactOptional(),
        server: schemas/* string */.YjP().exactOptional(),
    }),
    oddities: schemas/* array */.YOg(schemas/* string */.YjP()),
};
const failures = [
    "connect",
    "http_status",
    "rejected",
    "in_stream_error",
    "truncated",
    "timeout",
    "bad_response",
    "empty_output",
    "short_output",
];
const requestSchema = schemas/* discriminatedUnion */.gMt("outcome", [
    schemas/* object */.Ikc({ ...planned, outcome: schemas/* literal */.euz("dropped") }),
    schemas/* object */.Ikc({ ...attempted, outcome: schemas/* literal */.euz("completed") }),
    schemas/* object */.Ikc({ ...attempted, outcome: schemas/* literal */.euz("interrupted") }),
    schemas/* object */.Ikc({
        ...attempted,
        outcome: schemas/* literal */.euz("failed"),
        failure: schemas/* enum */.k5n(failures),
        detail: schemas/* string */.YjP(),
        retryAfter: schemas/* number */.aig().exactOptional(),
    }),
]);
const loadSchema = schemas/* discriminatedUnion */.gMt("kind", [
    schemas/* object */.Ikc({ kind: schemas/* literal */.euz("closed"), concurrency: schemas/* int */.Whr() }),
    schemas/* object */.Ikc({
        kind: schemas/* literal */.euz("open"),
        arrival: schemas/* enum */.k5n(["constant", "poisson"]),
        ratePerSecond: schemas/* number */.aig(),
        maxInFlight: schemas/* int */.Whr(),
    }),
]);
const workloadSchema = schemas/* object */.Ikc({
    workload: schemas/* object */.Ikc({
        name: schemas/* string */.YjP(),
        load: loadSchema,
        objectives: schemas/* array */.YOg(schemas/* object */.Ikc({ metric: schemas/* enum */.k5n(["ttft", "ttfvt", "tpot", "e2e"]), max: instant })),
    }),
    key: schemas/* string */.YjP(),
    definition: definitionSchema,
    scheduleDigest: schemas/* string */.YjP(),
    planned: schemas/* int */.Whr().exactOptional(),
    wallZeroMs: schemas/* number */.aig(),
    saveResponses: schemas/* boolean */.zMY(),
    baseEndpoint: schemas/* string */.YjP().exactOptional(),
});
const lineSchema = schemas/* union */.KCZ([
    schemas/* object */.Ikc({ run: runSchema.omit({ workloads: true }) }),
    schemas/* object */.Ikc({ workload: workloadSchema }),
    schemas/* object */.Ikc({ request: requestSchema, side: schemas/* literal */.euz("base").exactOptional() }),
]);
function runLine(run) {
    return JSON.stringify({ run });
}
function workloadLine(head) {
    const { name, load, objectives } = head.workload;
    return JSON.stringify({ workload: { ...head, workload: { name, load, objectives } } });
}
function requestLine(request, side = "candidate") {
    return JSON.stringify(side === "base" ? { request, side } : { request });
}
/** Undefined for what is no line of a journal: the last one may have been cut. */
function journal_readLine(line) {
    try {
        return lineSchema.safeParse(JSON.parse(line)).data;
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./build/measure/journal/journal-file.js
// JournalFile: a journal on disk, a line per ended request, so that memory stays flat and a crash loses seconds.






/** Lines are written when there are so many characters of them, or after this time. */
const blockLength = 65_536;
const longestWaitMs = 5_000;
const readLength = 65_536;
/** The lines of a file from an offset on; what follows the last line feed is none. */
function* linesOf(file, from = 0) {
    const handle = (0,external_node_fs_.openSync)(file, "r");
    try {
        const buffer = Buffer.alloc(readLength);
        const decoder = new external_node_string_decoder_.StringDecoder("utf8");
        let rest = "";
        for (let at = from;;) {
            const size = (0,external_node_fs_.readSync)(handle, buffer, 0, readLength, at);
            if (size === 0)
                return;
            at += size;
            const lines = (rest + decoder.write(buffer.subarray(0, size))).split("\n");
            rest = lines.pop() ?? "";
            yield* lines;
        }
    }
    finally {
        (0,external_node_fs_.closeSync)(handle);
    }
}
class JournalFile {
    #file;
    #redact = (text) => text;
    #waiting = "";
    #timer;
    #written = Promise.resolve();
    /** Bytes handed over to be written. */
    #size = 0;
    /** Where the records of the current workload begin. */
    #workloadAt = 0;
    constructor(file) {
        this.#file = file;
    }
    /** The first one replaces the file that is there, and creates the folders that are missing. */
    beginRun(run, redact) {
        if (this.#size === 0)
            this.#create();
        this.#redact = redact;
        this.#line(runLine(run));
    }
    beginWorkload(head) {
        this.#line(workloadLine(head));
        this.#flush();
        this.#workloadAt = this.#size;
    }
    add(record, side) {
        this.#line(requestLine(record, side));
    }
    async records(wanted = "candidate") {
        this.#flush();
        await this.#written;
        const records = [];
        for (const line of linesOf(this.#file, this.#workloadAt)) {
            const { request, side = "candidate" } = JSON.parse(line);
            if (side === wanted)
                records.push(request);
        }
        return records;
    }
    /** What was measured is in the results: the journal is no longer needed. */
    async discard() {
        clearTimeout(this.#timer);
        await this.#written.catch(() => { });
        await (0,external_node_fs_promises_.rm)(this.#file, { force: true });
    }
    #create() {
        (0,external_node_fs_.mkdirSync)(external_node_path_.dirname(external_node_path_.resolve(this.#file)), { recursive: true });
        (0,external_node_fs_.closeSync)((0,external_node_fs_.openSync)(this.#file, "w"));
    }
    #line(line) {
        this.#waiting += `${this.#redact(line)}\n`;
        if (this.#waiting.length >= blockLength)
            this.#flush();
        else
            this.#timer ??= setTimeout(() => this.#flush(), longestWaitMs).unref();
    }
    #flush() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        if (this.#waiting === "")
            return;
        const block = Buffer.from(this.#waiting);
        this.#waiting = "";
        this.#size += block.length;
        this.#written = this.#written.then(() => this.#append(block));
        // Whoever waits for the records is told.
        this.#written.catch(() => { });
    }
    async #append(block) {
        try {
            const handle = await (0,external_node_fs_promises_.open)(this.#file, "a");
            await handle.writeFile(block).finally(() => handle.close());
        }
        catch (cause) {
            const why = cause instanceof Error ? cause.message : String(cause);
            throw new GateError("measurement", `the journal ${this.#file} cannot be written: ${why}`, {
                cause,
            });
        }
    }
}

;// CONCATENATED MODULE: ./build/ports.js
// The real world as ports: clocks, files, environment, entropy and the HTTP endpoint.











/** The text of a file; undefined where it does not exist, other trouble is thrown. */
function readText(path) {
    try {
        return (0,external_node_fs_.readFileSync)(path, "utf8");
    }
    catch (cause) {
        if (cause instanceof Error && "code" in cause && cause.code === "ENOENT")
            return undefined;
        throw cause;
    }
}
/** A reader of settings that also answers for the key's environment variable. */
function withKeyVariable(read, environment) {
    return (name) => (name === apiKeyVariable ? environment[apiKeyVariable] : read(name));
}
function present(value) {
    return value === undefined || value === "" ? null : value;
}
function imageOf(environment) {
    const image = present(environment["ImageOS"]);
    const version = present(environment["ImageVersion"]);
    return image === null ? present(environment["RUNNER_OS"]) : [image, version].join(" ").trim();
}
/** What the environment of a workflow says of the job; outside of one most of it is not known. */
function jobFrom(environment, commits) {
    return {
        ...commits,
        repository: present(environment["GITHUB_REPOSITORY"]),
        runId: present(environment["GITHUB_RUN_ID"]),
        attempt: Number.parseInt(environment["GITHUB_RUN_ATTEMPT"] ?? "", 10) || 1,
        runner: {
            image: imageOf(environment),
            architecture: `${process.platform} ${process.arch}`,
            cores: (0,external_node_os_.availableParallelism)(),
        },
        entropy: (0,external_node_crypto_.randomUUID)(),
    };
}
/** Milliseconds since 1970, for people. */
function wallClock() {
    return Date.now();
}
function proxyFrom(environment) {
    const either = (name) => environment[name.toLowerCase()] ?? environment[name];
    return { http: either("HTTP_PROXY"), https: either("HTTPS_PROXY"), except: either("NO_PROXY") };
}
/**
 * A journal beside the result while that is made, `RESULT.partial.jsonl`, left there only where the work failed; without
 * a result it is nobody's and goes in any case.
 */
async function withJournal(result, work) {
    const nobodys = external_node_path_.join((0,external_node_os_.tmpdir)(), `latency-gate-${(0,external_node_crypto_.randomUUID)()}.jsonl`);
    const journal = new JournalFile(result === undefined ? nobodys : `${result}.partial.jsonl`);
    const done = await work(journal).catch(async (error) => {
        if (result === undefined)
            await journal.discard();
        throw error;
    });
    await journal.discard();
    return done;
}
function measurePorts({ log, signal, job, environment }) {
    const proxy = proxyFrom(environment);
    const turns = new TurnWatch();
    const onRead = turns.noteRead;
    return {
        clock: systemClock,
        log,
        signal,
        job,
        wallClock,
        watchHealth: (tally) => watchHealth(turns, tally),
        fetchText: (url, until, insecureTls) => fetchText(url, { signal: until, proxy, insecureTls }),
        openEndpoint: ({ endpoint, insecureTls }) => createHttpEndpoint({ origin: endpoint, clock: systemClock, insecureTls, proxy, onRead }),
    };
}
/** Aborted by the first SIGINT or SIGTERM; a second one ends the process as usual. */
function stopSignal(onStop) {
    const controller = new AbortController();
    for (const name of ["SIGINT", "SIGTERM"]) {
        process.once(name, () => {
            onStop();
            controller.abort();
        });
    }
    return controller.signal;
}

;// CONCATENATED MODULE: ./build/report/text/escape.js
// Escaping: makes text from outside one harmless line, for markdown, HTML and plain faces.
const longestQuote = 80;
const longestSentence = 600;
/** One line: control, format (bidi, zero-width), private and broken characters gone, cut at `longest`. */
function escape_oneLine(text, longest = longestQuote) {
    // Cut early: an error body of megabytes is not worth cleaning whole.
    const clean = text
        .slice(0, longest * 8)
        .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
        .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, "")
        .trim();
    const characters = [...clean];
    const cut = characters.length > longest || text.length > longest * 8;
    return cut
        ? `${characters
            .slice(0, longest - 1)
            .join("")
            .trimEnd()}…`
        : clean;
}
function longestRun(text, of) {
    return Math.max(0, ...(text.match(of) ?? []).map((run) => run.length));
}
/**
 * A code span, in which GitHub resolves no mention, reference, link, image, emoji or formula. Angle brackets
 * become ‹ ›, so that nothing downstream (mail, other forges) ever sees a tag or the end of a comment.
 */
function codeSpan(outside) {
    const content = escape_oneLine(outside).replaceAll("<", "‹").replaceAll(">", "›");
    if (content === "")
        return "(empty)";
    const fence = "`".repeat(longestRun(content, /`+/g) + 1);
    const pad = content.startsWith("`") || content.endsWith("`") ? " " : "";
    return `${fence}${pad}${content}${pad}${fence}`;
}
/** A zero-width space, written so that it can be seen: GitHub then finds no mention, reference or link. */
const split = "&#8203;";
/** What GitHub may take for a commit: 7 to 40 hexadecimal digits, letters and figures among them. */
const commitLike = /(?<![0-9a-z])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![0-9a-z])/gi;
/** No part of it is long enough to be a commit. */
function apart(digits) {
    return digits.replace(/.{6}(?=.)/g, `$&${split}`);
}
/** Markdown that shows `words` as they are: no markup, mention, reference, link, HTML or formula. */
function plainMarkdown(words) {
    return escape_oneLine(words, longestSentence)
        .replace(/[\\`*_[\]~$|]/g, "\\$&")
        .replace(/&(?=[a-z#])/gi, "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replace(/@(?=\w)/g, `@${split}`)
        .replace(/(?<!&)#(?=\d)/g, `#${split}`)
        .replace(/\bGH-(?=\d)/gi, `GH${split}-`)
        .replace(commitLike, apart)
        .replaceAll("://", `:${split}//`)
        .replace(/(www)\./gi, `$1${split}.`);
}
/** Spans stand beside each other: their outer spaces belong to the sentence and are kept. */
function withinSpaces(words, change) {
    const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/su.exec(words) ?? [];
    return `${before && " "}${change(inner)}${after && " "}`;
}
/** A cell is split at every pipe that no backslash precedes, even inside a code span. */
function cellMarkdown(markdown) {
    return markdown.replace(/(\\*)\|/g, (_, slashes) => slashes.length % 2 === 1 ? `${slashes}|` : `${slashes}\\|`);
}
/** Inside an HTML block (a summary), where markdown is not read but HTML is. */
function htmlCode(outside) {
    const escaped = escape_oneLine(outside)
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;");
    return `<code>${escaped}</code>`;
}
/** A fenced block whose fence is longer than any inside; lines are kept. */
function fenced(language, content) {
    const clean = content.replace(/[^\S\n ]|[\p{Cf}\p{Co}\p{Cs}]|(?!\n)\p{Cc}/gu, "");
    const fence = "`".repeat(Math.max(3, longestRun(clean, /`+/g) + 1));
    return `${fence}${language}\n${clean}\n${fence}`;
}

;// CONCATENATED MODULE: ./build/report/text/format.js
const absent = "–";
const minus = "\u2212";
function known(value) {
    return typeof value === "number" && Number.isFinite(value);
}
/** Fixed decimals, a true minus sign, thousands apart, and no "−0". */
function fixed(value, decimals) {
    const digits = Math.abs(value).toLocaleString("en-US", {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
    });
    return value < 0 && /[1-9]/.test(digits) ? `${minus}${digits}` : digits;
}
function rounded(value, decimals) {
    return Number(value.toFixed(decimals));
}
/** Decimals that show three significant digits, three at most: below a microsecond nothing was measured. */
function decimalsOf(value) {
    if (value === 0)
        return 0;
    const magnitude = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(3)))));
    return Math.min(3, Math.max(0, 2 - magnitude));
}
/** Past so many the difference is one of rounding. */
const mostExtra = 6;
/** As many decimals more as it takes to see on which side of `reference` a value lies. */
function decimalsBeside(value, reference, least) {
    const side = (shown) => Math.abs(shown - reference) < 1e-9 ? 0 : Math.sign(shown - reference);
    for (let decimals = least; decimals <= least + mostExtra; decimals += 1)
        if (side(rounded(value, decimals)) === side(value))
            return decimals;
    return least;
}
const scales = {
    ms: { divisor: 1, unit: "ms" },
    "ms/token": { divisor: 1, unit: "ms" },
    "tokens/s": { divisor: 1, unit: "tok/s" },
    "requests/s": { divisor: 1, unit: "req/s" },
    share: { divisor: 0.01, unit: "%" },
};
/** Seconds for the whole row as soon as its largest value would show as 1000 ms or more. */
function scaleOf(unit, values) {
    const largest = Math.max(0, ...values.filter(known));
    return scales[unit].unit === "ms" && largest >= 999.5
        ? { divisor: 1000, unit: "s" }
        : scales[unit];
}
function withUnit(value, decimals, { divisor, unit }) {
    return `${fixed(value / divisor, decimals)} ${unit}`;
}
/** The values of one row in one unit, three significant digits each; "8 ms" where all are exactly whole. */
function formatValues(unit, values) {
    const scale = scaleOf(unit, values);
    const shown = values.filter(known).map((value) => value / scale.divisor);
    const whole = shown.every(Number.isInteger);
    const decimals = (value) => (whole && unit !== "share" ? 0 : shownDecimals(value, unit));
    return values.map((value) => known(value) ? withUnit(value, decimals(value / scale.divisor), scale) : absent);
}
/** Shares lose their trailing zeros (29 %, 0.333 %), and only all of them are 100 %. */
function shownDecimals(value, unit) {
    if (unit !== "share")
        return decimalsOf(value);
    return decimalsBeside(value, 100, shortest(value, decimalsOf(value)));
}
/** The fewest decimals that show the same number as `decimals` do. */
function shortest(value, decimals) {
    for (let fewer = 0; fewer < decimals; fewer += 1)
        if (rounded(value, fewer) === rounded(value, decimals))
            return fewer;
    return decimals;
}
function formatValue(unit, value) {
    return formatValues(unit, [value])[0] ?? absent;
}
/** A value and an absolute bound beside it, with digits enough to see which is larger. */
function formatAgainst(unit, value, bound) {
    const scale = scaleOf(unit, [value, bound]);
    const [shown, limit] = [value / scale.divisor, bound / scale.divisor];
    const decimals = decimalsBeside(shown, limit, shownDecimals(shown, unit));
    return [withUnit(value, decimals, scale), withUnit(bound, shortest(limit, 3), scale)];
}
/** A share of 1 as percent. */
function formatShare(share) {
    return formatValue("share", share);
}
function signed(value, decimals) {
    const digits = fixed(value, decimals);
    return value > 0 && /[1-9]/.test(digits) ? `+${digits}` : digits;
}
function changeDecimals(percent) {
    return Math.abs(percent) >= 9.95 ? 0 : shortest(percent, Math.abs(percent) < 0.1 ? 2 : 1);
}
/** Signed, as people read it: +31 %, −2.7 %; 10.04 % where the limit is 10 %. */
function formatChange(change, options = {}) {
    if (!known(change))
        return absent;
    const percent = 100 * change;
    const least = changeDecimals(percent);
    const decimals = known(options.limit)
        ? decimalsBeside(percent, 100 * options.limit, least)
        : least;
    return `${signed(percent, decimals)} ${options.unit ?? "%"}`;
}
/** The change allowed: +15 %, −10 %, +0.5 pp. */
function formatLimit(limit, unit = "%") {
    return known(limit) ? `${signed(100 * limit, shortest(100 * limit, 2))} ${unit}` : absent;
}
function intervalEnds(lower, upper) {
    const decimals = upper - lower < 0.02 ? 1 : 0;
    return [signed(100 * lower, decimals), signed(100 * upper, decimals)];
}
/** In a table: (+22 … +41). */
function formatInterval(lower, upper) {
    return known(lower) && known(upper) ? `(${intervalEnds(lower, upper).join(" … ")})` : "";
}
/** In a sentence: (+22 % to +41 %). */
function spokenInterval(lower, upper) {
    if (!known(lower) || !known(upper))
        return "";
    const [from, to] = intervalEnds(lower, upper);
    return `(${from} % to ${to} %)`;
}
/** 1 request, 1,200 requests. */
function formatCount(count, noun) {
    return `${fixed(count, 0)} ${noun}${count === 1 ? "" : "s"}`;
}
/** A plain number of at most three significant digits: mean lengths, ratios. */
function formatNumber(value) {
    return known(value) ? fixed(value, shortest(value, decimalsOf(value))) : absent;
}
function formatProbability(p) {
    if (!known(p))
        return absent;
    return p <= 0.001 ? "≤ 0.001" : fixed(p, 3);
}
const ages = [
    ["d", 48 * 60],
    ["h", 120],
    ["min", 1],
];
const minutesIn = { d: 24 * 60, h: 60, min: 1 };
/** The time between two ISO instants as one number: "40 min", "2 h", "3 d"; undefined where it makes no sense. */
function formatAge(from, to) {
    const minutes = (Date.parse(to) - Date.parse(from)) / 60_000;
    if (!Number.isFinite(minutes) || minutes < 0)
        return undefined;
    const [unit] = ages.find(([, least]) => minutes >= least) ?? ["min", 0];
    return `${Math.floor(minutes / (minutesIn[unit] ?? 1))} ${unit}`;
}
/** " within 9 min", or nothing where both instants are one or make no sense. */
function formatSpan(from, to) {
    const span = from === to ? undefined : formatAge(from, to);
    if (span === undefined)
        return "";
    return ` within ${span === "0 min" ? "a minute" : span}`;
}
/** A deviation as a share: "0.87 %"; two digits of it are known at best. */
function formatDeviation(deviation) {
    return known(deviation) ? formatShare(Number(deviation.toPrecision(2))) : absent;
}
function shortSha(sha) {
    return /^[0-9a-f]{12,}$/i.test(sha) ? sha.slice(0, 7) : sha;
}

;// CONCATENATED MODULE: ./build/report/text/safe-text.js
// Safe text: what came from outside, printed where the Actions runner looks for commands in every line.
const longestText = 4_000;
const lineMark = "  | ";
/**
 * The runner takes `##[name]` anywhere in a line of stdout or stderr as a command. It compares by culture, where
 * ignorable characters do not count: those go first, then a thin space (which does count) parts the prefix.
 */
function defused(text) {
    return text
        .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]|(?!\n)\p{Cc}/gu, "")
        .replace(/##(?=\[)/g, "##\u2009");
}
/**
 * Any text as lines that are never a command: each starts with a mark, which also keeps anchored problem matchers
 * of earlier steps away. Cut at 4,000 characters.
 */
function safeText(outside) {
    const cut = outside.length > longestText ? `${outside.slice(0, longestText)}…` : outside;
    const unified = cut.replace(/\r\n|[\r\u0085\u2028\u2029\v\f]/g, "\n").replaceAll("\t", " ");
    return defused(unified)
        .split("\n")
        .map((line) => `${lineMark}${line.trimEnd()}`)
        .join("\n");
}
/** A line of our own in which outside words may stand: `::` at its start would be a command too. */
function safeLine(line) {
    const single = defused(line.replace(/[\r\n\u0085\u2028\u2029\v\f\t]+/g, " "));
    return single.trimStart().startsWith("::") ? `${lineMark}${single.trimStart()}` : single;
}

;// CONCATENATED MODULE: ./build/report/words/words.js
// Words: what metrics, findings and verdicts are called in sentences and tables.

/** "TTFT p95", as tables and short sentences say it. */
function cellLabel({ metric, statistic }) {
    return statistic === undefined ? metric.label : `${metric.label} ${statistic}`;
}
const spoken = {
    ttft: "time to first token",
    ttfvt: "time to first visible token",
    e2e: "end-to-end latency",
    tpot: "time per output token",
    generation_rate: "generation rate",
    whole_request_rate: "whole-request rate",
    itl: "inter-token latency",
    output_throughput: "output throughput",
    total_throughput: "total throughput",
    request_throughput: "request throughput",
    goodput: "goodput",
    good_share: "share of requests within the objectives",
    error_rate: "error rate",
    rejection_rate: "rejections",
    queue_delay: "queue delay",
};
/** "time to first token p95", as a headline says it. */
function spokenCell({ metric, statistic }) {
    return statistic === undefined ? spoken[metric.id] : `${spoken[metric.id]} ${statistic}`;
}
/** What worse and better are called for this metric. */
function directionWords({ metric }) {
    if (metric.id === "error_rate")
        return { worse: "more errors", better: "fewer errors" };
    if (metric.id === "rejection_rate")
        return { worse: "more refused", better: "fewer refused" };
    return metric.unit === "ms" || metric.unit === "ms/token"
        ? { worse: "slower", better: "faster" }
        : { worse: "lower", better: "higher" };
}
/** What the requests did that a share of failures counts: "3 % of the requests …". */
function failureWords({ metric }) {
    return metric.id === "rejection_rate" ? "were refused" : "failed";
}
const notJudged = {
    "exceeds-within-noise": "🟡 not sure",
    underpowered: "no change seen",
    unproven: "🟡 not proven unchanged",
    "no-baseline": "⚪ no baseline",
    "insufficient-samples": "⚪ too few requests",
    "not-comparable": "⚪ not comparable",
    "environment-changed": "⚪ environment changed",
    new: "⚪ new here",
    "no-number": "⛔ no number",
};
/** Reasons that keep a run from passing: they are shown as a warning, the others quietly. */
const loud = new Set([
    "exceeds-within-noise",
    "unproven",
    "insufficient-samples",
    "not-comparable",
    "environment-changed",
    "no-number",
]);
function inconclusiveWords({ cell, reason, smallSlowdownLikely }) {
    if (reason === "underpowered" && smallSlowdownLikely)
        return { words: `🟡 ${directionWords(cell).worse}, within the limit`, tone: "warn" };
    return reason === undefined
        ? { words: "🟡 not sure", tone: "warn" }
        : { words: notJudged[reason], tone: loud.has(reason) ? "warn" : "quiet" };
}
/** A metric that does not gate is never marked red: it cannot fail the check. */
function regressedWords({ cell, gating, absolute, change, limit }) {
    const within = Math.abs(change ?? 0) <= Math.abs(limit ?? 0);
    const bound = absolute?.finding === "broken" && within;
    const worse = bound ? "beyond its limit" : directionWords(cell).worse;
    return gating
        ? { words: `🔴 ${worse}`, tone: "bad" }
        : { words: `🟡 ${worse} (advisory)`, tone: "warn" };
}
function isFreeOfFailures({ cell, candidate }) {
    return isFailureShare(cell.metric) && candidate === 0;
}
/** "no change" only where a change beyond the limit was excluded; "no change seen" where it was just not found. */
function findingWords(comparison) {
    const { worse, better } = directionWords(comparison.cell);
    switch (comparison.finding) {
        case "regressed":
            return regressedWords(comparison);
        case "improved":
            return { words: `🟢 ${better}`, tone: "good" };
        case "unchanged":
            if (isFreeOfFailures(comparison))
                return { words: "none", tone: "quiet" };
            return comparison.smallSlowdownLikely
                ? { words: `slightly ${worse}, within the limit`, tone: "quiet" }
                : { words: "no change", tone: "quiet" };
        case "inconclusive":
            return inconclusiveWords(comparison);
    }
}
const symbols = {
    passed: "✅",
    regressed: "🔴",
    accepted: "🟣",
    inconclusive: "🟡",
    "no-baseline": "⚪",
    skipped: "⚪",
    invalid: "⛔",
};
function capitalised(words) {
    return words.charAt(0).toUpperCase() + words.slice(1);
}
/** With its full stop. */
function finished(words) {
    return /[.!?…]$/.test(words) ? words : `${words}.`;
}

;// CONCATENATED MODULE: ./build/report/words/sensitivity.js
// Sensitivity: the smallest changes that this set-up would have seen, and how much main itself varies.



/** The compared cells that would have shown the least and the most, at most one of each. */
function extremes(comparisons) {
    const known = comparisons
        .filter(({ gating, mde, finding, cell }) => gating && mde !== undefined && finding !== "regressed" && !isFailureShare(cell.metric))
        .toSorted((a, b) => (b.mde ?? 0) - (a.mde ?? 0));
    const [blindest, sharpest] = [known[0], known.at(-1)];
    return blindest === sharpest
        ? [blindest].filter((each) => each !== undefined)
        : [blindest, sharpest].filter((each) => each !== undefined);
}
/** As people read it: `mde` is e^x − 1 for the worse, which for a rate is a fall by 1 − e^−x. */
function detectableOf({ cell, mde }) {
    if (mde === undefined)
        return formatChange(undefined);
    return formatChange(cell.metric.better === "higher" ? 1 / (1 + mde) - 1 : mde);
}
/** " A change of +19 % in TTFT p95 (or +12 % in TPOT p50) would have been seen." */
function detectableSentence(comparisons) {
    const [first, second] = extremes(comparisons);
    if (first === undefined)
        return "";
    const or = second ? ` (or ${detectableOf(second)} in ${cellLabel(second.cell)})` : "";
    return ` A change of ${detectableOf(first)} in ${cellLabel(first.cell)}${or} would have been seen.`;
}
/** "would have seen +19 % on TTFT p95, +12 % on TPOT p50". */
function detectableShort(comparisons) {
    const said = extremes(comparisons).map((each) => `${detectableOf(each)} on ${cellLabel(each.cell)}`);
    return said.length === 0 ? undefined : `would have seen ${said.join(", ")}`;
}
const fewestForVariation = 5;
/** Job-to-job standard deviation of the logarithms, which for small ones is the relative deviation. */
function variationOf(values) {
    if (values.length < fewestForVariation)
        return undefined;
    const logs = values.map((value) => Math.log(value));
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    const squares = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
    const deviation = Math.sqrt(squares / (logs.length - 1));
    return Number.isFinite(deviation) ? deviation : undefined;
}

;// CONCATENATED MODULE: ./build/report/past-jobs.js






/** JSON has no NaN and no infinity: what is not a number is absent. */
function finite(value) {
    return value !== undefined && Number.isFinite(value) ? value : null;
}
function cellJson(comparison) {
    const { finding, reason, change, lower, upper, p, pHolm, mde, theta } = comparison;
    return {
        finding,
        reason: reason ?? null,
        change: finite(change),
        lower: finite(lower),
        upper: finite(upper),
        p: finite(p),
        pHolm: finite(pHolm),
        mde: finite(mde),
        theta: finite(theta),
    };
}
function comparisonsOf({ workloads }) {
    return workloads.flatMap(({ comparisons }) => comparisons);
}
/** One line of JSON; shares are fractions, of the error rate differences of them. */
function pastJobJson({ record, verdict, jobs }) {
    const { key, sha, time } = record;
    const compared = comparisonsOf(verdict).map((one) => [one.cell.id, cellJson(one)]);
    const cells = Object.fromEntries(compared);
    return `${JSON.stringify({ key, sha, time, verdict: verdict.kind, history: jobs, cells })}\n`;
}
const widest = Math.max(...["inconclusive", "no-baseline"].map(({ length }) => length));
/** "2026-11-30 10:00", in UTC; what is no time is shown as it is. */
function minuteOf(time) {
    const at = Date.parse(time);
    if (Number.isNaN(at))
        return escape_oneLine(time, 16);
    return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}
/** "2026-11-30 10:00  a1b2c3d4  chat  regressed     20  TTFT p95 rose by 31 %, allowed are 15 %." */
function pastJobLine({ record, verdict, jobs }, name) {
    const because = verdict.because.map((sentence) => sentence.replace(`${name}: `, ""));
    const parts = [
        minuteOf(record.time),
        escape_oneLine(record.sha, 9).replace("…", "").padEnd(8),
        escape_oneLine(name, 24),
        verdict.kind.padEnd(widest),
        `${jobs}`.padStart(2),
        because.join(" "),
    ];
    return safeLine(parts.join("  ").trimEnd());
}
function emptyTally() {
    return { jobs: 0, red: 0, kinds: new Map(), cells: new Map() };
}
function past_jobs_count(tally, { verdict }, policy) {
    tally.jobs += 1;
    if (policy_exitCodeOf(verdict.kind, policy) !== 0)
        tally.red += 1;
    tally.kinds.set(verdict.kind, (tally.kinds.get(verdict.kind) ?? 0) + 1);
    for (const comparison of comparisonsOf(verdict))
        countCell(tally, comparison);
}
function countCell({ cells }, comparison) {
    const { cell, gating, mde, theta } = comparison;
    if (!gating || mde === undefined || theta === undefined)
        return;
    const known = cells.get(cell.id) ?? { judged: 0, blind: 0, newest: comparison };
    known.judged += 1;
    if (Math.log1p(mde) > 2 * theta)
        known.blind += 1;
    known.newest = comparison;
    cells.set(cell.id, known);
}
/** How many would have been red, and which cells this set-up sees too little of. */
function tallyLines({ jobs, red, kinds, cells }) {
    const others = [...kinds].map(([kind, times]) => `${times} ${kind}`).join(", ");
    const share = jobs === 0 ? "" : ` (${formatShare(red / jobs)})`;
    const blind = [...cells.values()].filter(({ judged, blind: times }) => 2 * times > judged);
    return [
        `${red} of ${formatCount(jobs, "job")}${share} would have been red: ${others || "none"}.`,
        ...blind.map(({ newest }) => blindLine(newest)),
    ];
}
const remedy = "raise its limit or its requests, or calm the runner";
function blindLine(newest) {
    const seen = `most jobs would have seen only changes over twice its limit, lately ${detectableOf(newest)}`;
    return `${cellLabel(newest.cell)}: ${seen}; ${remedy}.`;
}

;// CONCATENATED MODULE: ./build/report/calibration/input.js
function validOf({ measured, invalid }) {
    return measured - invalid.length;
}

;// CONCATENATED MODULE: ./build/report/text/text.js
// Text: what a report says before a face decides how it looks; what came from outside stays marked.
function strong(text) {
    return { kind: "strong", text };
}
/** For whatever came from an endpoint, git, a config or a user, and for names people may type. */
function text_code(text) {
    return { kind: "code", text };
}
function spans(part) {
    if (typeof part === "string" || typeof part === "number")
        return part === "" ? [] : [{ kind: "plain", text: String(part) }];
    return "kind" in part ? [part] : part;
}
/** A template: text`${strong("540 ms")} at ${code(sha)}`. */
function text_text(strings, ...parts) {
    return strings.flatMap((literal, index) => {
        const part = parts[index];
        return part === undefined ? spans(literal) : [...spans(literal), ...spans(part)];
    });
}
/** A ready sentence of ours: what stands between backticks becomes code. */
function sentence(words) {
    return words
        .split(/(`[^`\n]+`)/)
        .flatMap((part) => (/^`[^`]+`$/.test(part) ? [text_code(part.slice(1, -1))] : spans(part)));
}
function joined(texts, separator) {
    return texts.flatMap((each, index) => (index === 0 ? each : [...spans(separator), ...each]));
}

;// CONCATENATED MODULE: ./build/report/calibration/remedy.js




/** A log limit as the share that people set, rounded up to a whole percent. */
function limitOf(theta, { cell }) {
    const share = cell.metric.better === "lower" ? Math.expm1(theta) : -Math.expm1(-theta);
    return Math.ceil(100 * share - 1e-9) / 100;
}
/** What a job's own requests leave open stays in the difference of two; what its jobs share cancels. */
function isShared({ between = 0, within = 0 }) {
    return between > Math.SQRT2 * within;
}
/** Nothing where enough is seen. */
function remedyText(cell, requests) {
    const { remedy, limit, jobs, between, within } = cell;
    if (!remedy)
        return [];
    const seen = `only ${detectableOf(cell)} would be seen, over twice the limit of ${formatLimit(limit)}`;
    const ways = [
        ...(remedy.jobs === undefined ? [] : [`${remedy.jobs} jobs in the history instead of ${jobs}`]),
        ...(remedy.requests === undefined
            ? []
            : [`${formatCount(remedy.requests, "request")} a job instead of ${requests}`]),
        `a limit of ${Math.round(100 * limitOf(remedy.theta, cell))} %`,
    ];
    const would = ways.length === 1 ? "What would do" : "Any of these would do";
    const vain = remedy.requests === undefined && between !== undefined && within !== undefined;
    const notes = [
        vain ? " More requests would not: what differs is the jobs." : "",
        isShared(cell)
            ? " Or measure both versions in turns (`baseline-endpoint`): what a job shares then cancels."
            : "",
    ];
    return [
        sentence(`${cellLabel(cell.cell)}: ${seen}. ${would}: ${ways.join("; ")}.${notes.join("")}`),
    ];
}

;// CONCATENATED MODULE: ./build/report/calibration/json.js
// The calibration as JSON: the public format that other tools read; the zod schema is its one source.



const calibrationSchemaVersion = 1;
const json_number = schemas/* number */.aig().nullable();
const json_count = schemas/* int */.Whr().min(0);
/** Level in the metric's unit; deviations are of logarithms; limit, mde and remedy.limit are shares (0.15 is 15 %). */
const cellSchema = schemas/* object */.Ikc({
    unit: schemas/* string */.YjP(),
    better: schemas/* enum */.k5n(["lower", "higher"]),
    /** Jobs of the level that the next job is held against. */
    jobs: json_count,
    level: json_number,
    between: json_number,
    within: json_number,
    mde: json_number,
    limit: json_number,
    theta: json_number,
    /** A change of twice the limit would be seen; null where the cell cannot be judged. */
    enough: schemas/* boolean */.zMY().nullable(),
    reason: schemas/* string */.YjP().nullable(),
    note: schemas/* string */.YjP().nullable(),
    /** Leave-one-out: how often it was called regressed. */
    red: json_count,
    remedy: schemas/* object */.Ikc({ jobs: json_count.nullable(), requests: json_count.nullable(), limit: schemas/* number */.aig() })
        .nullable(),
});
/** Of one version with itself; deviations and differences are of logarithms, worse is positive. */
const duetCellSchema = schemas/* object */.Ikc({
    unit: schemas/* string */.YjP(),
    better: schemas/* enum */.k5n(["lower", "higher"]),
    difference: json_number,
    biased: schemas/* boolean */.zMY(),
    between: json_number,
    within: json_number,
    placement: json_number,
    mde: json_number,
    limit: json_number,
    theta: json_number,
    enough: schemas/* boolean */.zMY(),
});
const calibrationSchema = schemas/* object */.Ikc({
    schema: schemas/* literal */.euz(calibrationSchemaVersion),
    kind: schemas/* literal */.euz("latency-gate-calibration"),
    /** Level of the tests. */
    alpha: schemas/* number */.aig(),
    source: schemas/* string */.YjP(),
    jobs: schemas/* object */.Ikc({
        asked: json_count,
        measured: json_count,
        valid: json_count,
        recorded: schemas/* boolean */.zMY(),
        invalid: schemas/* array */.YOg(schemas/* object */.Ikc({ nth: schemas/* int */.Whr().min(1), because: schemas/* array */.YOg(schemas/* string */.YjP()) })),
        stopped: schemas/* string */.YjP().nullable(),
    }),
    workloads: schemas/* array */.YOg(schemas/* object */.Ikc({
        name: schemas/* string */.YjP(),
        key: schemas/* string */.YjP(),
        /** Of the current epoch. */
        jobs: json_count,
        from: schemas/* string */.YjP(),
        to: schemas/* string */.YjP(),
        requests: json_count,
        leaveOneOut: schemas/* object */.Ikc({ jobs: json_count, red: json_count, unsure: json_count, atMost: schemas/* number */.aig() }),
        cells: schemas/* record */.g1P(schemas/* string */.YjP(), cellSchema),
    })),
    duets: schemas/* array */.YOg(schemas/* object */.Ikc({
        name: schemas/* string */.YjP(),
        duets: json_count,
        from: schemas/* string */.YjP(),
        to: schemas/* string */.YjP(),
        rounds: json_count,
        used: schemas/* boolean */.zMY(),
        cells: schemas/* record */.g1P(schemas/* string */.YjP(), duetCellSchema),
    })),
});
/** JSON has no NaN and no infinity: what is not a number is absent. */
function json_finite(value) {
    return value !== undefined && Number.isFinite(value) ? value : null;
}
function json_cellJson(one, red) {
    const { cell, jobs, remedy, enough, reason, note } = one;
    return {
        unit: cell.metric.unit,
        better: cell.metric.better,
        jobs,
        level: json_finite(one.level),
        between: json_finite(one.between),
        within: json_finite(one.within),
        mde: json_finite(one.mde),
        limit: json_finite(one.limit),
        theta: json_finite(one.theta),
        enough: enough ?? null,
        reason: reason ?? null,
        note: note ?? null,
        red,
        remedy: remedy
            ? {
                jobs: remedy.jobs ?? null,
                requests: remedy.requests ?? null,
                limit: limitOf(remedy.theta, one),
            }
            : null,
    };
}
function workloadJson(one) {
    const { cells: reds, ...counts } = one.leaveOneOut;
    const cells = one.cells.map((each) => {
        const { id } = each.cell;
        return [id, json_cellJson(each, reds.get(id) ?? 0)];
    });
    const { workload: name, key, jobs, from, to, requests } = one;
    return {
        name,
        key,
        jobs,
        from,
        to,
        requests,
        leaveOneOut: counts,
        cells: Object.fromEntries(cells),
    };
}
function duetCellJson(one) {
    const { cell, biased, enough } = one;
    return {
        unit: cell.metric.unit,
        better: cell.metric.better,
        difference: json_finite(one.difference),
        biased,
        between: json_finite(one.between),
        within: json_finite(one.within),
        placement: json_finite(one.placement),
        mde: json_finite(one.mde),
        limit: json_finite(one.limit),
        theta: json_finite(one.theta),
        enough,
    };
}
function duetJson({ workload, cells, ...rest }) {
    const entries = cells.map((one) => [one.cell.id, duetCellJson(one)]);
    return { name: workload, ...rest, cells: Object.fromEntries(entries) };
}
function calibrationJson(input) {
    const { calibration, source, asked, measured, invalid, stopped, notRecorded } = input;
    const valid = validOf(input);
    return {
        schema: calibrationSchemaVersion,
        kind: "latency-gate-calibration",
        alpha: calibration.alpha,
        source,
        jobs: {
            asked,
            measured,
            valid,
            recorded: valid > 0 && notRecorded === undefined,
            invalid: invalid.map(({ nth, because }) => ({ nth, because: [...because] })),
            stopped: stopped ?? null,
        },
        workloads: calibration.workloads.map(workloadJson),
        duets: input.duets.map(duetJson),
    };
}

;// CONCATENATED MODULE: ./build/verdict/verdict.js
/** The one list of them: formats that are read from outside are checked against it. */
const verdictKinds = [
    "passed",
    "regressed",
    "accepted",
    "inconclusive",
    "no-baseline",
    "skipped",
    "invalid",
];

;// CONCATENATED MODULE: ./build/report/input.js
function workloadRunOf(run, name) {
    return run?.workloads.find((workload) => workload.name === name);
}
/** What the candidate's column is called. */
function subjectOf({ commit }) {
    return commit?.base === undefined ? "this run" : "this pull request";
}
function gatingOf({ comparisons }) {
    return comparisons.filter((comparison) => comparison.gating);
}
function allComparisons({ verdict }) {
    return verdict.workloads.flatMap(({ comparisons }) => comparisons);
}

;// CONCATENATED MODULE: ./build/report/faces/json.js
// The verdict as JSON: the public format that other tools read; the zod schema is its one source.




const verdictSchemaVersion = 1;
const faces_json_number = schemas/* number */.aig().nullable();
const message = schemas/* object */.Ikc({ code: schemas/* string */.YjP(), message: schemas/* string */.YjP() });
/** Values in the metric's unit; changes and limits are shares (0.15 is 15 %), of the error rate differences of shares. */
const verdictCellSchema = schemas/* object */.Ikc({
    finding: schemas/* enum */.k5n(["regressed", "improved", "unchanged", "inconclusive"]),
    reason: schemas/* string */.YjP().nullable(),
    note: schemas/* string */.YjP().nullable(),
    gating: schemas/* boolean */.zMY(),
    unit: schemas/* string */.YjP(),
    better: schemas/* enum */.k5n(["lower", "higher"]),
    baseline: faces_json_number,
    candidate: faces_json_number,
    confirmation: faces_json_number,
    change: faces_json_number,
    lower: faces_json_number,
    upper: faces_json_number,
    limit: faces_json_number,
    theta: faces_json_number,
    p: faces_json_number,
    pHolm: faces_json_number,
    /** Of a duet. */
    pExact: faces_json_number,
    mde: faces_json_number,
    n: schemas/* int */.Whr().nullable(),
    jobs: schemas/* int */.Whr(),
});
const historyIdentitySchema = schemas/* object */.Ikc({
    kind: schemas/* literal */.euz("history"),
    source: schemas/* string */.YjP(),
    sha: schemas/* string */.YjP(),
    time: schemas/* string */.YjP(),
    match: schemas/* enum */.k5n(["exact", "ancestor", "approximate"]),
    /** Commits from it to the commit that the change was made on, where that is known. */
    distance: schemas/* int */.Whr().min(0).optional(),
    jobs: schemas/* int */.Whr(),
});
const duetIdentitySchema = schemas/* object */.Ikc({
    kind: schemas/* literal */.euz("duet"),
    endpoint: schemas/* string */.YjP(),
    rounds: schemas/* int */.Whr().min(0),
    /** Main's duets with itself behind what is known of the placement; 0: assumed. */
    placementDuets: schemas/* int */.Whr().min(0),
});
const baselineIdentitySchema = schemas/* discriminatedUnion */.gMt("kind", [
    historyIdentitySchema,
    duetIdentitySchema,
]);
const verdictSchema = schemas/* object */.Ikc({
    schema: schemas/* literal */.euz(verdictSchemaVersion),
    kind: schemas/* literal */.euz("latency-gate-verdict"),
    verdict: schemas/* enum */.k5n(verdictKinds),
    exitCode: schemas/* int */.Whr(),
    /** One sentence per cause, the worst first. */
    because: schemas/* array */.YOg(schemas/* string */.YjP()),
    /** Geometric mean of the gating cells' change, worse = positive. Not tested. */
    geomean: faces_json_number,
    alpha: schemas/* number */.aig(),
    confirmation: schemas/* enum */.k5n(["not-needed", "measured", "none"]),
    workloads: schemas/* array */.YOg(schemas/* object */.Ikc({
        name: schemas/* string */.YjP(),
        /** null where the workload was not measured. */
        key: schemas/* string */.YjP().nullable(),
        baseline: baselineIdentitySchema.nullable(),
        notCompared: schemas/* object */.Ikc({ reason: schemas/* string */.YjP(), message: schemas/* string */.YjP() }).nullable(),
        calibrating: schemas/* object */.Ikc({ jobs: schemas/* int */.Whr(), needed: schemas/* int */.Whr() }).nullable(),
        cells: schemas/* record */.g1P(schemas/* string */.YjP(), verdictCellSchema),
        warnings: schemas/* array */.YOg(message),
    })),
    warnings: schemas/* array */.YOg(message),
});
/** JSON has no NaN and no infinity: what is not a number is absent. */
function faces_json_finite(value) {
    return value !== undefined && Number.isFinite(value) ? value : null;
}
function cellOf(comparison) {
    const { cell, finding, reason, note, gating, jobs, n } = comparison;
    return {
        finding,
        reason: reason ?? null,
        note: note ?? null,
        gating,
        unit: cell.metric.unit,
        better: cell.metric.better,
        baseline: faces_json_finite(comparison.baseline),
        candidate: faces_json_finite(comparison.candidate),
        confirmation: faces_json_finite(comparison.confirmation),
        change: faces_json_finite(comparison.change),
        lower: faces_json_finite(comparison.lower),
        upper: faces_json_finite(comparison.upper),
        limit: faces_json_finite(comparison.limit),
        theta: faces_json_finite(comparison.theta),
        p: faces_json_finite(comparison.p),
        pHolm: faces_json_finite(comparison.pHolm),
        pExact: faces_json_finite(comparison.pExact),
        mde: faces_json_finite(comparison.mde),
        n: n ?? null,
        jobs,
    };
}
function workloadOf(verdict, run) {
    const { workload, baseline, notCompared, calibrating, comparisons, warnings } = verdict;
    return {
        name: workload,
        key: workloadRunOf(run, workload)?.key ?? null,
        baseline: baseline ?? null,
        notCompared: notCompared ?? null,
        calibrating: calibrating ?? null,
        cells: Object.fromEntries(comparisons.map((each) => [each.cell.id, cellOf(each)])),
        warnings: [...warnings],
    };
}
function verdictJson({ verdict, run, policy }) {
    return {
        schema: verdictSchemaVersion,
        kind: "latency-gate-verdict",
        verdict: verdict.kind,
        exitCode: policy_exitCodeOf(verdict.kind, policy),
        because: [...verdict.because],
        geomean: faces_json_finite(verdict.geomean),
        alpha: verdict.alpha,
        confirmation: verdict.confirmation,
        workloads: verdict.workloads.map((each) => workloadOf(each, run)),
        warnings: [...verdict.warnings],
    };
}

// EXTERNAL MODULE: ./node_modules/markdown-table/index.js
var markdown_table = __webpack_require__(735);
;// CONCATENATED MODULE: ./build/report/text/truncate.js
// Truncation: a report cut to size on row and fold boundaries, the verdict first and always there.
function everything({ lead, sections, closed, folds }) {
    return {
        lead: lead.length,
        sections: sections.length,
        rows: Number.POSITIVE_INFINITY,
        closed: closed.length,
        notes: true,
        folds: folds.length,
    };
}
/** What was left out, in words, so that nobody takes a part for the whole. */
function shortened(pieces, kept) {
    const full = everything(pieces);
    const rows = pieces.sections[kept.sections - 1]?.rows ?? 0;
    const workloads = full.sections + full.closed - kept.sections - kept.closed;
    const left = [
        ...(kept.lead < full.lead ? ["sentences"] : []),
        ...(kept.rows < rows ? [`${rows - kept.rows} rows`] : []),
        ...(workloads > 0 ? [`${workloads} ${workloads === 1 ? "workload" : "workloads"}`] : []),
        ...(kept.notes ? [] : ["notes"]),
        ...pieces.folds.slice(kept.folds).map(({ title }) => `“${title}”`),
    ];
    return left.length === 0
        ? ""
        : `Shortened to fit; left out: ${left.join(", ")}. The job summary has more.`;
}
function assembled(pieces, kept) {
    const sections = pieces.sections
        .slice(0, kept.sections)
        .map((section, index) => section.render(index === kept.sections - 1 ? kept.rows : Infinity));
    const parts = [
        pieces.title,
        pieces.lead.slice(0, kept.lead).join("\n"),
        ...sections,
        ...pieces.closed.slice(0, kept.closed),
        kept.notes ? pieces.notes : "",
        ...pieces.folds.slice(0, kept.folds).map(({ text }) => text),
        shortened(pieces, kept),
        pieces.closing,
    ];
    return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
/** One step smaller: folds go first, the last of them first; then whole workloads, rows, and the lead. */
function smaller(pieces, kept, fits) {
    if (kept.folds > 0)
        return { ...kept, folds: kept.folds - 1 };
    if (kept.closed > 0)
        return { ...kept, closed: kept.closed - 1 };
    if (kept.notes && pieces.notes !== "")
        return { ...kept, notes: false };
    if (kept.sections > 0) {
        const without = { ...kept, sections: kept.sections - 1, rows: Number.POSITIVE_INFINITY };
        const rows = Math.min(kept.rows, pieces.sections[kept.sections - 1]?.rows ?? 0);
        return rows > 1 && fits(without) ? { ...kept, rows: rows - 1 } : without;
    }
    return kept.lead > 0 ? { ...kept, lead: kept.lead - 1 } : undefined;
}
function truncate_fitted(pieces, maxBytes) {
    const fits = (kept) => Buffer.byteLength(assembled(pieces, kept)) <= maxBytes;
    let kept = everything(pieces);
    while (!fits(kept)) {
        const next = smaller(pieces, kept, fits);
        if (next === undefined)
            break;
        kept = next;
    }
    return assembled(pieces, kept);
}

;// CONCATENATED MODULE: ./build/report/faces/markdown.js
// Markdown: the report as a pull-request comment and as a job summary; the only importer of markdown-table.



function span({ kind, text }) {
    if (kind === "code")
        return codeSpan(text);
    if (kind === "strong")
        return `**${plainMarkdown(text)}**`;
    return withinSpaces(text, plainMarkdown);
}
function inline(text) {
    return text.map(span).join("");
}
/** A line must not begin a list, a heading or a quote, nor be a rule or an underline, because of what it says. */
function line(text) {
    return inline(text)
        .trimStart()
        .replace(/^(\d*)([-+>#=.)])(?=\s|$)/, "$1\\$2")
        .replace(/^(?=[-=]+\s*$)/, "\\");
}
const ourName = "latency-gate";
/** Padding helps the reader of the source only as long as no cell is a sentence. */
const widestPadded = 40;
function tableMarkdown({ align, head, rows }) {
    const cells = [head, ...rows.map((row) => row.cells)].map((row) => row.map((cell) => cellMarkdown(inline(cell))));
    const padded = cells.flat().every((cell) => cell.length <= widestPadded);
    return (0,markdown_table/* markdownTable */.Q)(cells, { align: align.slice(), alignDelimiters: padded });
}
function block(content) {
    switch (content.kind) {
        case "table":
            return tableMarkdown(content);
        case "paragraph":
            return line(content.text);
        case "list":
            return content.items.map((item) => `- ${line(item)}`).join("\n");
        case "code":
            return fenced(content.language, content.text);
    }
}
function paragraphs(parts) {
    return parts.filter((part) => part !== "").join("\n\n");
}
/** The blank lines let markdown be read between the tags. */
function details(summary, content) {
    return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}
function foldMarkdown({ title, blocks }) {
    return details(title, paragraphs(blocks.map(block)));
}
function sectionMarkdown({ gated, notes, footer }, rows) {
    const shown = gated && { ...gated, rows: gated.rows.slice(0, rows) };
    return paragraphs([
        shown === undefined || shown.rows.length === 0 ? "" : block(shown),
        block({ kind: "list", items: notes }),
        line(footer),
    ]);
}
function closedMarkdown(section) {
    const summary = `✅ ${htmlCode(section.workload)}: ${section.status}`;
    return details(summary, sectionMarkdown(section, Number.POSITIVE_INFINITY));
}
/** Rendered whole once: cutting a long report to size asks for it many times. */
function openPiece(section) {
    const rows = section.gated?.rows.length ?? 0;
    const whole = sectionMarkdown(section, rows);
    return { rows, render: (some) => (some >= rows ? whole : sectionMarkdown(section, some)) };
}
/** Only what looks like one of our links is linked. */
function linkTo(runUrl) {
    return runUrl !== undefined && /^https?:\/\/[\w.:/~%-]+$/.test(runUrl)
        ? ` · [workflow run](${runUrl})`
        : "";
}
/** Whose comment this is: several gates of a repository differ in their name. */
function closingOf(name, runUrl) {
    // Markdown is read between these tags: they begin no HTML block.
    const gate = name === ourName ? "" : ` ${codeSpan(name)}`;
    return `<sub>Latency Gate${gate}${linkTo(runUrl)}</sub>`;
}
function piecesOf(report, runUrl) {
    const open = report.sections.filter((section) => section.open);
    const closed = report.sections.filter((section) => !section.open);
    return {
        title: `### ${report.symbol} ${inline(report.title)}`,
        lead: report.lead.map(line),
        sections: open.map(openPiece),
        closed: closed.map(closedMarkdown),
        notes: block({ kind: "list", items: report.notes }),
        folds: report.folds.map((fold) => ({ title: fold.title, text: foldMarkdown(fold) })),
        closing: closingOf(report.name, runUrl),
    };
}
const commentBytes = 60_000;
const summaryBytes = (/* unused pure expression or super */ null && (900 * 1024));
/** GitHub refuses comments over 65,536 characters; the marker is added by whoever posts. */
function renderComment(report, options = {}) {
    return truncate_fitted(piecesOf(report, options.runUrl), options.maxBytes ?? commentBytes);
}
/** The comment without its limit; the runner drops a step's summary of over 1 MiB whole. */
function renderSummary(report, options = {}) {
    return fitted(piecesOf(report, options.runUrl), options.maxBytes ?? summaryBytes);
}
/** A page of blocks as a job summary. */
function renderMarkdownPage({ symbol, title, blocks }) {
    return `${paragraphs([`### ${symbol} ${inline(title)}`, ...blocks.map(block)])}\n`;
}

;// CONCATENATED MODULE: ./build/results.js
// Result files: the run, the verdict and the report, written where the user can find them.






/** Creates the folders that are missing. */
async function writeText(file, text) {
    await (0,external_node_fs_promises_.mkdir)(external_node_path_.dirname(external_node_path_.resolve(file)), { recursive: true });
    await (0,external_node_fs_promises_.writeFile)(file, text);
}
/** Written as the lines come, so that they need not all be kept. */
async function writeLines(file, lines) {
    await (0,external_node_fs_promises_.mkdir)(external_node_path_.dirname(external_node_path_.resolve(file)), { recursive: true });
    await (0,external_node_fs_promises_.writeFile)(file, inBlocks(lines));
}
const results_blockLength = 65_536;
function* inBlocks(lines) {
    let block = "";
    for (const line of lines) {
        block += line;
        if (block.length < results_blockLength)
            continue;
        yield block;
        block = "";
    }
    yield block;
}
/** Written record by record, as those of an hour do not fit into one string. */
function writeRun(file, run, redact) {
    return writeLines(file, redacted(storedLines(run), redact));
}
function* redacted(lines, redact) {
    for (const line of lines)
        yield redact(line);
}
function verdictText(conclusion) {
    return `${JSON.stringify(verdictJson(conclusion), null, 2)}\n`;
}
function calibrationText(told) {
    return `${JSON.stringify(calibrationJson(told), null, 2)}\n`;
}
/** `DIR/verdict.json` and `DIR/report.md`. */
async function writeReport(folder, conclusion, redact) {
    const at = (name) => external_node_path_.join(folder, name);
    const files = { verdict: at("verdict.json"), report: at("report.md") };
    await writeText(files.verdict, redact(verdictText(conclusion)));
    await writeText(files.report, redact(`${renderComment(conclusion.report)}\n`));
    return files;
}
/** The same, with `DIR/run.json` and `DIR/confirmation.json` where there was one. */
async function writeResults(folder, conclusion, redact) {
    const at = (name) => external_node_path_.join(folder, name);
    const { run, confirmation } = conclusion;
    await writeRun(at("run.json"), run, redact);
    await (0,external_node_fs_promises_.rm)(at("confirmation.json"), { force: true });
    if (confirmation)
        await writeRun(at("confirmation.json"), confirmation, redact);
    return { run: at("run.json"), ...(await writeReport(folder, conclusion, redact)) };
}

;// CONCATENATED MODULE: ./build/warning.js
// Warning: what qualifies a result without stopping it.
function warning(code, message) {
    return { code, message };
}

;// CONCATENATED MODULE: ./build/metrics/values/window.js
// The window of the deployment's metrics, and what arrived inside it.

function isAttempted(record) {
    return record.outcome !== "dropped";
}
function isCompleted(record) {
    return record.outcome === "completed";
}
function durationOf({ stretches }) {
    return micros(stretches.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0));
}
function isInside(at, { stretches }) {
    return stretches.some(({ startAt, endAt }) => at >= startAt && at <= endAt);
}
/** Undefined when nothing was sent. */
function windowOf({ rounds, ...whole }) {
    const parts = rounds?.map(({ sendingEndedAt }, index) => ({
        ...whole,
        sendingEndedAt,
        records: whole.records.filter(({ round }) => round === index),
    }));
    const windows = (parts ?? [whole]).flatMap((part) => stretchOf(part) ?? []);
    const [cut] = windows.filter(({ end }) => end === "last-completion");
    if (windows.length === 0)
        return undefined;
    return {
        stretches: windows.map(({ startAt, endAt }) => ({ startAt, endAt })),
        end: cut?.end ?? "end-of-sending",
    };
}
/**
 * From the first measured send to the end of sending. With fewer than 2 × concurrency requests the
 * last of them would mostly arrive after it, so it then ends with the last completion.
 */
function stretchOf({ records, sendingEndedAt, concurrency, }) {
    const attempted = records.filter(isAttempted);
    const sends = attempted.flatMap(({ sentAt }) => sentAt ?? []);
    if (sends.length === 0)
        return undefined;
    const startAt = micros(sends.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY));
    const lastCompletion = attempted
        .filter(isCompleted)
        .reduce((last, { endedAt }) => Math.max(last, endedAt), startAt);
    if (attempted.length < 2 * concurrency) {
        return { startAt, endAt: micros(lastCompletion), end: "last-completion" };
    }
    return { startAt, endAt: sendingEndedAt, end: "end-of-sending" };
}
/** Tokens of one request that arrived inside: its N spread over its pieces by their UTF-8 length. */
function outputInside(record, window) {
    if (record.tokens.output === undefined || record.pieceCount === 0)
        return 0;
    if (!record.pieces)
        return record.tokens.output;
    const total = record.pieces.reduce((sum, { bytes }) => sum + bytes, 0);
    const inside = record.pieces
        .filter(({ at }) => isInside(at, window))
        .reduce((sum, { bytes }) => sum + bytes, 0);
    return (record.tokens.output * inside) / total;
}
/** Input tokens count when the first output arrives: the prompt has been processed by then. */
function inputInside(record, window) {
    const first = record.firstPieceAt;
    if (record.tokens.input === undefined || first === undefined)
        return 0;
    return isInside(first, window) ? record.tokens.input : 0;
}

;// CONCATENATED MODULE: ./build/metrics/run/validity.js
// Validity: can this measurement be trusted, and if not, why.



/** Bounds of the contract: past them a run is invalid. */
const maxFailedShare = 0.2;
const maxMissedShare = 0.02;
const maxLagMs = 1;
const maxLagShare = 0.02;
const maxEventLoopUtilization = 0.9;
const minMeasuredShare = 0.5;
/** Shares of small counts are not exact in binary. */
const slack = 1e-9;
/** From here on the client's lag is worth a word. */
const noticeableLagMs = 0.5;
function percent(share) {
    return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}
/** `smallest`: the shortest stretch of time that a gated cell rests on, ms. */
function clientFaults(health, smallest) {
    if (!health)
        return [];
    const faults = [];
    const { lagP99Ms, eventLoopUtilization } = health;
    if (smallest !== undefined && lagP99Ms > maxLagMs && lagP99Ms > maxLagShare * smallest) {
        const share = percent(lagP99Ms / smallest);
        faults.push(warning("client-lag", `the client itself lagged by ${lagP99Ms.toFixed(1)} ms (p99), ${share} of the shortest time that is gated`));
    }
    if (eventLoopUtilization > maxEventLoopUtilization) {
        const busy = percent(eventLoopUtilization);
        faults.push(warning("client-saturated", `the client's event loop was busy ${busy} of the time`));
    }
    return faults;
}
function validity_span(instants) {
    return (instants.at(-1) ?? 0) - (instants[0] ?? 0);
}
function sendsOf(records) {
    return records.filter(isAttempted).flatMap(({ sentAt }) => sentAt ?? []);
}
/** Sent requests per time, against the drawn schedule; drops count as missed. Between a duet's rounds no time counts. */
function missedShare(records) {
    const sent = sendsOf(records);
    const rounds = [...Map.groupBy(records, ({ round = 0 }) => round).values()];
    const sum = (of) => rounds.reduce((total, round) => total + of(round), 0);
    const drawn = sum((round) => validity_span(round.map(({ scheduledAt }) => scheduledAt)));
    const achieved = sum((round) => validity_span(sendsOf(round).toSorted((a, b) => a - b)));
    const stretch = drawn > 0 && achieved > drawn ? achieved / drawn : 1;
    return 1 - sent.length / records.length / stretch;
}
function scheduleFaults(measured) {
    if (measured.workload.load.kind === "closed" || measured.records.length < 2)
        return [];
    const missed = missedShare(measured.records);
    if (missed <= maxMissedShare + slack)
        return [];
    return [
        warning("missed-schedule", `the achieved rate missed the drawn schedule by ${percent(missed)}`),
    ];
}
const excused = ["budget"];
/**
 * Requests that still hung when draining ended say nothing of their latency, and are no failures by themselves; many of
 * them are what an endpoint looks like that stopped answering. A budget or a hand that cut them is another matter.
 */
function hangingFaults(measured) {
    const attempted = drained(measured).filter(isAttempted);
    const cut = attempted.filter(({ outcome }) => outcome === "interrupted").length;
    const lost = cut + attempted.filter(({ outcome }) => outcome === "failed").length;
    if (cut === 0 || cut === attempted.length || lost / attempted.length <= maxFailedShare)
        return [];
    const message = `${cut} of ${attempted.length} requests had not ended when draining was over`;
    return [warning("too-many-cut", message)];
}
/** What nothing but its own draining cut: all of a plan that was carried out, of a duet the rounds before the last. */
function drained({ records, stopped, rounds = [] }) {
    if (stopped === "planned" || stopped === "duration")
        return records;
    return records.filter(({ round = rounds.length }) => round < rounds.length - 1);
}
function countFaults({ records, planned, stopped }) {
    const attempted = records.filter(isAttempted);
    const completed = attempted.filter(isCompleted).length;
    const failed = attempted.filter(({ outcome }) => outcome === "failed").length;
    if (completed === 0) {
        return [warning("nothing-measured", `none of ${attempted.length} measured requests completed`)];
    }
    const finished = completed + failed;
    return [
        ...failureFaults(failed, attempted.length),
        ...stoppingFaults({ finished, planned, stopped }),
    ];
}
/** A cancelled measurement is a remnant of unknown size, however much of it there is. */
function stoppingFaults({ finished, planned, stopped }) {
    if (stopped === "cancelled") {
        return [warning("cancelled", "the measurement was cancelled; what it saw is kept, not judged")];
    }
    if (planned === undefined || finished >= minMeasuredShare * planned)
        return [];
    if (excused.includes(stopped))
        return [];
    return [
        warning("too-few-measured", `only ${finished} of ${planned} planned requests were measured`),
    ];
}
/** Also of a past job, of which only these counts are left. */
function failureFaults(failed, attempted) {
    if (attempted === 0 || failed / attempted <= maxFailedShare)
        return [];
    const share = percent(failed / attempted);
    const why = `above ${percent(maxFailedShare)} the survivors' latency says nothing`;
    return [
        warning("too-many-failures", `${failed} of ${attempted} requests failed (${share}; ${why})`),
    ];
}
/** Reasons why the measurement is invalid; none means valid. */
function faultsOf(measured, smallestGatedMs) {
    if (measured.obstacles.length > 0)
        return [...measured.obstacles];
    return [
        ...countFaults(measured),
        ...hangingFaults(measured),
        ...scheduleFaults(measured),
        ...clientFaults(measured.health, smallestGatedMs),
    ];
}
/** What qualifies a valid measurement without spoiling it. */
function clientWarnings(health) {
    if (!health || health.lagP99Ms <= noticeableLagMs)
        return [];
    const { lagP99Ms, turnWaitP99Ms } = health;
    const inStep = turnWaitP99Ms !== null && turnWaitP99Ms >= lagP99Ms ? ", as many streams sent at once" : "";
    return [warning("client-lag", `the client lagged by ${lagP99Ms.toFixed(1)} ms (p99)${inStep}`)];
}
/** Lateness of the true sends in an open loop, µs; requests never sent have none. */
function lateness(records) {
    return records
        .filter(isAttempted)
        .flatMap(({ sentAt, scheduledAt }) => sentAt === undefined ? [] : micros(sentAt - scheduledAt));
}

;// CONCATENATED MODULE: ./build/stats/moments.js
// Mean and standard deviation of plain values; NaN where there are too few.
function moments_mean(values) {
    return values.reduce((sum, value) => sum + value, 0) / values.length;
}
/** Of a sample: n − 1 in the denominator. */
function moments_standardDeviation(values) {
    const centre = moments_mean(values);
    const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    return Math.sqrt(squares / (values.length - 1));
}

// EXTERNAL MODULE: ./node_modules/@stdlib/stats-base-dists-binomial-cdf/lib/index.js
var lib = __webpack_require__(36794);
;// CONCATENATED MODULE: ./build/stats/distributions/binomial.js
// The binomial distribution: both tails, each to full relative precision.

/** P(X ≤ k). */
function binomial_atMost(k, { trials, probability }) {
    return lib(k, trials, probability);
}
/** P(X ≥ k), as the lower tail of the failures: 1 − P(X < k) would lose the small ones. */
function atLeast(k, { trials, probability }) {
    return lib(trials - k, trials, 1 - probability);
}

;// CONCATENATED MODULE: ./build/stats/sample.js
// Sample: values that statistics may be taken of; non-empty, finite, ascending.
/** Undefined where there are no values: absent is never 0. Throws a RangeError on NaN and infinities. */
function sampleOf(values) {
    if (values.length === 0)
        return undefined;
    // Typed arrays sort numbers several times faster than arrays do by a function, infinities and NaN to the ends.
    const sorted = Array.from(Float64Array.from(values).sort());
    const stray = [sorted[0], sorted.at(-1)].find((value) => !Number.isFinite(value));
    if (stray !== undefined)
        throw new RangeError(`a sample holds finite numbers only, not ${stray}`);
    return sorted;
}
/** The `rank`-th smallest value, counted from 1. */
function orderStatistic(sample, rank) {
    const value = sample[rank - 1];
    if (value === undefined)
        throw new RangeError(`no rank ${rank} in ${sample.length} values`);
    return value;
}

;// CONCATENATED MODULE: ./build/stats/quantile.js
// Quantiles of a Sample (type 7) and the exact order-statistic intervals around them.


/** Hyndman and Fan's type 7, as numpy and Excel have it; `q` in [0, 1]. */
function quantile(sample, q) {
    const position = (sample.length - 1) * q;
    const rank = Math.floor(position) + 1;
    const below = orderStatistic(sample, rank);
    if (rank === sample.length)
        return below;
    return below + (orderStatistic(sample, rank + 1) - below) * (position - Math.floor(position));
}
/**
 * Which order statistics enclose the q-quantile, whatever the distribution: the lower rank is the largest k with
 * P(Bin(n, q) ≤ k − 1) ≤ α/2, the upper the smallest with P(Bin(n, q) ≥ k) ≤ α/2.
 */
function orderInterval({ n, q, confidence }) {
    const tail = (1 - confidence) / 2;
    const binomial = { trials: n, probability: q };
    const lower = firstTrue(n + 1, (k) => k > 0 && binomial_atMost(k - 1, binomial) > tail) - 1;
    const upper = firstTrue(n + 1, (k) => atLeast(k, binomial) <= tail);
    const above = upper > n ? 1 : binomial_atMost(upper - 1, binomial);
    return { lower, upper, coverage: lower === 0 ? above : above - binomial_atMost(lower - 1, binomial) };
}
/** The smallest k in [0, last] for which a monotone condition holds; `last` where it holds nowhere below. */
function firstTrue(last, holds) {
    let [low, high] = [0, last];
    while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (holds(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

;// CONCATENATED MODULE: ./build/stats/within-run.js
// How exactly one run fixes the logarithm of a quantile or a mean: standard errors within the run.



/** Twice the standard normal 97.5 % quantile: the width of a 95 % interval in standard errors. */
const intervalWidth = 2 * 1.959963984540054;
const batches = 20;
/** Standard error of the logarithm of the q-quantile; positive values, in the order in which they started. */
function quantileLogError(values, q) {
    const sample = sampleOf(values);
    if (!sample)
        throw new RangeError("no values");
    const n = sample.length;
    const { lower, upper } = orderInterval({ n, q, confidence: 0.95 });
    const low = orderStatistic(sample, Math.max(lower, 1));
    const high = orderStatistic(sample, Math.min(upper, n));
    const inflation = indicatorInflation(values, quantile(sample, q));
    return (Math.log(high / low) / intervalWidth) * Math.sqrt(inflation);
}
/**
 * τ ≥ 1: how much neighbours that are slow together widen the interval. Bartlett-weighted autocorrelations ρ_k of
 * the indicator x > threshold, up to lag L = ⌈8 (n/100)^(2/9)⌉: 1 + 2 Σ (1 − k/(L+1)) ρ_k.
 */
function indicatorInflation(values, threshold) {
    const n = values.length;
    const share = values.filter((value) => value > threshold).length / n;
    const deviations = values.map((value) => (value > threshold ? 1 : 0) - share);
    const variance = lagProduct(deviations, 0);
    if (variance === 0)
        return 1;
    const lags = Math.ceil(8 * (n / 100) ** (2 / 9));
    let sum = 0;
    for (let lag = 1; lag <= Math.min(lags, n - 1); lag += 1) {
        sum += (1 - lag / (lags + 1)) * (lagProduct(deviations, lag) / variance);
    }
    return Math.max(1, 1 + 2 * sum);
}
function lagProduct(deviations, lag) {
    let sum = 0;
    for (const [index, deviation] of deviations.entries()) {
        sum += deviation * (deviations[index + lag] ?? 0);
    }
    return sum;
}
/** Standard error of the logarithm of the mean from up to 20 batch means; 0 where one value says nothing of it. */
function meanLogError(values) {
    const count = Math.min(batches, values.length);
    if (count < 2)
        return 0;
    const edge = (batch) => Math.floor((batch * values.length) / count);
    const means = Array.from({ length: count }, (_, batch) => moments_mean(values.slice(edge(batch), edge(batch + 1))));
    return moments_standardDeviation(means) / Math.sqrt(count) / moments_mean(values);
}

;// CONCATENATED MODULE: ./build/metrics/values/pace.js
// Pace: which answers have one, and what it is taken from; in any unit of time.
/**
 * Pace needs at least two tokens and two arrivals: one token has no pace, and output that came in
 * one read shows when it was released, not how fast it was made.
 */
function paceOf({ tokens, reads, first, last }) {
    if (tokens === undefined || tokens < 2 || reads < 2)
        return undefined;
    if (first === undefined || last === undefined)
        return undefined;
    return { tokens: tokens - 1, took: last - first };
}

;// CONCATENATED MODULE: ./build/metrics/values/request-values.js

/** Shorter times cannot be told from none, and none has no logarithm. */
const request_values_shortest = 0.001;
function atLeastMicrosecond(milliseconds) {
    return Math.max(milliseconds, request_values_shortest);
}
function time(milliseconds) {
    return milliseconds === null ? undefined : atLeastMicrosecond(milliseconds);
}
function pace(record) {
    const found = paceOf({
        tokens: record.outputTokens ?? undefined,
        reads: record.outputReads ?? 0,
        first: record.ttftMs ?? undefined,
        last: record.lastOutputMs ?? undefined,
    });
    return found && { ...found, took: atLeastMicrosecond(found.took) };
}
function timePerToken(record) {
    const known = pace(record);
    return known && atLeastMicrosecond(known.took / known.tokens);
}
function tokensPerSecond(record) {
    const known = pace(record);
    return known && (1_000 * known.tokens) / known.took;
}
function wholeRequestRate({ outputTokens, e2eMs }) {
    if (outputTokens === null || outputTokens < 1 || e2eMs === null)
        return undefined;
    return (1_000 * outputTokens) / atLeastMicrosecond(e2eMs);
}
function queueDelay({ sentMs, scheduledMs }) {
    return sentMs === null ? undefined : atLeastMicrosecond(sentMs - scheduledMs);
}
const readers = {
    ttft: ({ ttftMs }) => time(ttftMs),
    ttfvt: ({ ttfvtMs }) => time(ttfvtMs),
    e2e: ({ e2eMs }) => time(e2eMs),
    tpot: timePerToken,
    generation_rate: tokensPerSecond,
    whole_request_rate: wholeRequestRate,
    queue_delay: queueDelay,
};
/**
 * Values of the completed requests that have one, in the metric's unit; times are at least 1 µs. Empty where nothing
 * has one, and in a closed loop for the queue delay: there nobody planned when to send.
 */
function requestValues(workload, id) {
    const read = readers[id];
    if (!read || (id === "queue_delay" && isClosedLoop(workload)))
        return [];
    return workload.records
        .filter(({ outcome }) => outcome === "completed")
        .toSorted((a, b) => a.scheduledMs - b.scheduledMs || a.id - b.id)
        .flatMap((record) => read(record) ?? []);
}
function isClosedLoop({ client }) {
    return client !== null && client.scheduleLatenessP99Ms === null;
}

;// CONCATENATED MODULE: ./build/metrics/cells.js
// A run's cells: each metric at each statistic as one logarithm with its error, ready to be compared.






/** A whole window's rate: its events are far too many to be the noise. */
const deploymentError = 0.01;
/** Where only a distribution is left (gaps, imported runs), the order of the values is lost and with it their error. */
const distributionError = 0.02;
/** Between a request and what it waits for. */
const waits = new Set(["ttft", "ttfvt", "e2e"]);
function logOf(value, better) {
    return better === "lower" ? Math.log(value) : -Math.log(value);
}
/** Undoes `logOf`. */
function fromLog(y, better) {
    return Math.exp(better === "lower" ? y : -y);
}
/** Every cell that has a number; zero, negative and unknown values have none. Deployment values count completions. */
function cellsOf(workload) {
    const valuesOf = remembered((id) => requestValues(workload, id));
    const found = {};
    for (const cell of cells.values()) {
        const measured = measure(cell, workload, valuesOf(cell.metric.id));
        if (measured)
            found[cell.id] = measured;
    }
    return found;
}
function remembered(compute) {
    const known = new Map();
    return (key) => {
        const value = known.get(key) ?? compute(key);
        known.set(key, value);
        return value;
    };
}
function measure(cell, workload, values) {
    if (isFailureShare(cell.metric))
        return undefined;
    if (cell.statistic === undefined)
        return ofScalar(cell, workload);
    const { completed } = workload.counts;
    return values.length > 0 ? ofValues(cell, values) : ofDistribution(cell, workload, completed);
}
function ofScalar(cell, workload) {
    const scalar = workload.metrics[cell.metric.id];
    if (!scalar || !("value" in scalar))
        return undefined;
    const { value } = scalar;
    return measurement(cell, { value, w: deploymentError, n: workload.counts.completed });
}
function ofValues(cell, values) {
    const sample = sampleOf(values);
    const q = cell.statistic && quantileOf[cell.statistic];
    if (!sample)
        return undefined;
    const n = values.length;
    if (q === undefined)
        return measurement(cell, { value: moments_mean(values), w: meanLogError(values), n });
    return measurement(cell, { value: quantile(sample, q), w: quantileLogError(values, q), n });
}
/** A gap distribution counts gaps, so the completed requests bound what stands behind it. */
function ofDistribution(cell, workload, completed) {
    const distribution = workload.metrics[cell.metric.id];
    if (!distribution || !("p50" in distribution) || !cell.statistic)
        return undefined;
    if (cell.metric.scope === "client" && workload.records.length > 0)
        return undefined;
    const n = Math.min(distribution.n, completed);
    return measurement(cell, { value: distribution[cell.statistic], w: distributionError, n });
}
/** Nothing crosses a network in no time: a wait of 0 is no fast answer but a broken file or clock. */
function isImpossible({ metric, statistic }, value) {
    return statistic !== undefined && waits.has(metric.id) && value <= request_values_shortest;
}
function measurement(cell, { value, w, n }) {
    if (!Number.isFinite(value) || value <= 0 || n < 1)
        return undefined;
    if (isImpossible(cell, value))
        return undefined;
    return { value, y: logOf(value, cell.metric.better), w, n };
}

;// CONCATENATED MODULE: ./build/metrics/observation.js

/** Hosted runners renew their image every week ("ubuntu24 20261101.1"): a new build is not another place. */
const imageBuild = /[\s/@_-]*\d{8}[\d.]*$/;
/** What a pull request cannot change, in one readable line: the runner, hardware and region as stated. */
function whereOf({ runner, hardware, region }) {
    const image = runner.image?.replace(imageBuild, "") ?? null;
    const stated = [image, runner.architecture, hardware, region];
    return stated.filter((part) => part !== null && part !== "").join(", ");
}
/** `run` as far as the workload does not say itself where it was measured. */
function observe(run, workload) {
    const { counts, tokens } = workload;
    return {
        where: whereOf((workload.leg ?? run).environment),
        cells: loggedCells(workload),
        err: { x: counts.failed, n: counts.attempted },
        rej: refusedOf(counts),
        outTokMean: tokens.output && tokens.output.n > 0 ? tokens.output.mean : null,
        tokenSource: tokens.source,
        cachedShare: tokens.cachedShare,
    };
}
/** Files from before refusals were counted know those that have a kind of their own. */
function refusedOf({ refused, failures }) {
    return refused ?? failures["rejected"] ?? 0;
}
function loggedCells(workload) {
    const entries = Object.entries(cellsOf(workload));
    return Object.fromEntries(entries.map(([id, { y, w, n }]) => [id, { y, w, n }]));
}

;// CONCATENATED MODULE: ./build/workload/key.js


/** In the unit in which it is a whole number, else in ms. */
function durationText(duration) {
    return duration % 1_000_000 === 0 ? `${duration / 1_000_000}s` : `${duration / 1_000}ms`;
}
function promptFields(source) {
    if (source.kind === "listed") {
        return { prompts: source.digest };
    }
    const { minimum, maximum } = source.length;
    return {
        "prompt-tokens": minimum === maximum ? minimum : `${minimum}-${maximum}`,
        "prompt-version": promptVersion,
        encoding: source.encoding,
    };
}
function loadText(load) {
    return load.kind === "closed"
        ? `closed loop, concurrency ${load.concurrency}`
        : `open loop, rate ${load.ratePerSecond}/s, ${load.arrival}, max-in-flight ${load.maxInFlight}`;
}
function boundFields(bound) {
    return bound.kind === "requests"
        ? { requests: bound.requests }
        : { duration: durationText(bound.duration) };
}
/** Sorted, since their order changes nothing: all of them must be met. */
function objectiveFields(objectives) {
    const texts = objectives.map(({ metric, max }) => `${metric} ${durationText(max)}`);
    return texts.length === 0 ? {} : { objectives: texts.sort().join(", ") };
}
/** The body by its sha256: it may be long, and people compare it elsewhere. */
function requestFields({ method, body }) {
    return { method, ...(body === undefined ? {} : { body: digestOf(body) }) };
}
/** What a model is asked; plain HTTP asks none. */
function askFields(workload) {
    const { maxTokensField } = workload;
    return {
        ...promptFields(workload.prompts),
        "output-tokens": workload.outputTokens,
        ...(maxTokensField === undefined ? {} : { "max-tokens-field": maxTokensField }),
        "output-exact": workload.outputExact,
        temperature: workload.temperature,
        cache: workload.cache,
    };
}
/** Everything that comparability hangs on: not the endpoint's URL, not the workload's name, not the scope of nonces. */
function definitionOf(workload, metricsVersion) {
    const model = workload.modelAlias ?? workload.model;
    const { request } = workload;
    return {
        api: workload.api,
        ...(model === undefined ? {} : { model }),
        stream: workload.stream,
        ...(request ? requestFields(request) : askFields(workload)),
        load: loadText(workload.load),
        ...boundFields(workload.bound),
        "warm-up": workload.warmUpRequests,
        timeout: durationText(workload.requestTimeout),
        ...objectiveFields(workload.objectives),
        seed: workload.seed,
        ...(workload.expect === undefined ? {} : { expect: workload.expect }),
        "metrics-version": metricsVersion,
    };
}
/** sha256 of the definition, 64 hexadecimal digits; the order of its fields does not matter. */
function keyOf(definition) {
    return digestOf(definition);
}
/** What differs, in the order of `a`, then what only `b` has. */
function differences(a, b) {
    const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...fields]
        .filter((field) => a[field] !== b[field])
        .map((field) => ({ field, ...side("a", a[field]), ...side("b", b[field]) }));
}
function side(name, value) {
    return value === undefined ? {} : { [name]: value };
}

;// CONCATENATED MODULE: ./build/verdict/cells/absolute.js
// Absolute bounds (`max`, `min`): judged by counting the requests beyond them, without any baseline.





const brokenAlpha = 0.01;
const keptAlpha = 0.05;
/** Undefined where the cell has no bound or no number. `max` is looked at first; a cell has one of the two. */
function absoluteFinding(bounded) {
    const bound = boundOf(bounded.limit);
    const first = bound && evidenceOf(bounded.cell, bound, bounded.workload);
    if (!bound || !first)
        return undefined;
    const finding = findingOf(first);
    const second = bounded.again && evidenceOf(bounded.cell, bound, bounded.again);
    if (finding.finding !== "broken" || !second)
        return { ...bound, ...finding };
    return { ...bound, ...(isConfirmed(first, second) ? finding : { ...finding, ...withinNoise }) };
}
const withinNoise = { finding: "over-within-noise" };
function boundOf({ max, min }) {
    if (max !== undefined)
        return { bound: "max", limit: max };
    return min === undefined ? undefined : { bound: "min", limit: min };
}
function evidenceOf(cell, bound, workload) {
    const { attempted, failed } = workload.counts;
    if (isFailureShare(cell.metric)) {
        const beyond = cell.metric.id === "error_rate" ? failed : refusedOf(workload.counts);
        return attempted === 0
            ? undefined
            : { kind: "count", beyond, of: attempted, share: bound.limit };
    }
    const values = requestValues(workload, cell.metric.id);
    const q = cell.statistic && quantileOf[cell.statistic];
    if (q === undefined || values.length === 0)
        return windowEvidence(cell, bound, workload);
    const beyond = values.filter((value) => isBeyond(value, bound)).length;
    return { kind: "count", beyond, of: values.length, share: bound.bound === "max" ? 1 - q : q };
}
/** Means and whole-window values are compared as they are. */
function windowEvidence(cell, bound, workload) {
    const value = cellsOf(workload)[cell.id]?.value;
    return value === undefined ? undefined : { kind: "value", beyond: isBeyond(value, bound) };
}
function isBeyond(value, { bound, limit }) {
    return bound === "max" ? value > limit : value < limit;
}
/** Broken: so many would be a 1 % chance if the bound were just kept. Kept: so few would be one of 5 %. */
function findingOf(evidence) {
    if (evidence.kind === "value")
        return { finding: evidence.beyond ? "broken" : "kept" };
    const { beyond, of, share } = evidence;
    const binomial = { trials: of, probability: share };
    const p = atLeast(beyond, binomial);
    if (p <= brokenAlpha)
        return { finding: "broken", p };
    if (binomial_atMost(beyond, binomial) <= keptAlpha)
        return { finding: "kept", p };
    return { finding: beyond > of * share + 1e-9 ? "over-within-noise" : "kept-unproven", p };
}
/** Both measurements together break it, and the second is beyond it on its own. */
function isConfirmed(first, second) {
    if (first.kind === "value" || second.kind === "value")
        return second.kind === "value" && second.beyond;
    const pooled = {
        ...first,
        beyond: first.beyond + second.beyond,
        of: first.of + second.of,
    };
    return findingOf(pooled).finding === "broken" && second.beyond > second.of * second.share;
}

;// CONCATENATED MODULE: ./build/verdict/words.js
/** "TTFT p95". */
function cellName({ metric, statistic }) {
    return statistic ? `${metric.label} ${statistic}` : metric.label;
}
/** Two decimals at most, so that 10.04 % is not shown as the 10 % that it exceeds. */
function words_percent(share) {
    return `${Number((100 * share).toFixed(2))} %`;
}
function quantity(value, unit) {
    return unit === "share" ? words_percent(value) : `${Number(value.toPrecision(4))} ${unit}`;
}
/** "rose by 12.3 %": the sign is in the verb. */
function movement(change) {
    return `${change < 0 ? "fell" : "rose"} by ${words_percent(Math.abs(change))}`;
}

// EXTERNAL MODULE: ./node_modules/@stdlib/stats-base-dists-t-cdf/lib/index.js
var stats_base_dists_t_cdf_lib = __webpack_require__(86021);
// EXTERNAL MODULE: ./node_modules/@stdlib/stats-base-dists-t-quantile/lib/index.js
var stats_base_dists_t_quantile_lib = __webpack_require__(74455);
;// CONCATENATED MODULE: ./build/stats/distributions/student-t.js
// Student's t distribution: tail probabilities and quantiles.


/** P(T ≥ t). Taken from the lower tail by symmetry, so that small probabilities keep their digits. */
function student_t_tUpperTail(t, degreesOfFreedom) {
    return stats_base_dists_t_cdf_lib(-t, degreesOfFreedom);
}
/** Quantiles are asked for at few places over and over, and take long. */
const student_t_known = new Map();
const mostKnown = 10_000;
/** The t that a T stays below with probability `p`. */
function tQuantile(p, degreesOfFreedom) {
    const place = `${p} ${degreesOfFreedom}`;
    const found = student_t_known.get(place) ?? stats_base_dists_t_quantile_lib(p, degreesOfFreedom);
    if (student_t_known.size < mostKnown)
        student_t_known.set(place, found);
    return found;
}

;// CONCATENATED MODULE: ./build/stats/change-point.js
// Level shifts that nobody marked: the scan for one, and the slow ones that it would miss.


/** Values that a level needs before the shift, and after it. */
const fewestBefore = 5;
const fewestAfter = 3;
/** Chance of any shift found where there is none, over all splits. */
const alpha = 0.001;
/** Below this the values differ by the rounding of logarithms. */
const smallestDeviation = 1e-9;
/**
 * Where the values' newest level starts, 0 without a shift: the split with the largest pooled two-sample t, if that is
 * beyond chance, Bonferroni over all splits.
 */
function levelShift(values) {
    const n = values.length;
    const splits = n - fewestAfter - fewestBefore + 1;
    if (splits < 1)
        return 0;
    const centre = moments_mean(values);
    const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    const { split, between } = strongestSplit(values.map((value) => value - centre));
    const within = Math.max((squares - between) / (n - 2), smallestDeviation ** 2);
    return 2 * student_t_tUpperTail(Math.sqrt(between / within), n - 2) * splits < alpha ? split : 0;
}
/** The split with the largest sum of squares between its sides, which has the largest t; deviations sum to 0. */
function strongestSplit(deviations) {
    const n = deviations.length;
    let [sum, strongest] = [0, { split: 0, between: 0 }];
    for (const [index, deviation] of deviations.slice(0, n - fewestAfter).entries()) {
        sum += deviation;
        const split = index + 1;
        const between = (sum ** 2 * n) / (split * (n - split));
        if (split >= fewestBefore && between > strongest.between)
            strongest = { split, between };
    }
    return strongest;
}
/** The values in levels, oldest first; each level is scanned again, as one shift can hide another. */
function levelsOf(values) {
    const start = levelShift(values);
    if (start === 0)
        return [values];
    return [...levelsOf(values.slice(0, start)), ...levelsOf(values.slice(start))];
}
/** Values on either side of a slow change, at least. */
const fewestOnSide = 3;
/** The newest third against the oldest: many small steps add up to what no single one shows. At least six values. */
function riseOf(values) {
    const size = Math.max(fewestOnSide, Math.floor(values.length / 3));
    if (values.length < 2 * size)
        return undefined;
    const [oldest, newest] = [values.slice(0, size), values.slice(-size)];
    const by = moments_mean(newest) - moments_mean(oldest);
    const variance = (moments_standardDeviation(oldest) ** 2 + moments_standardDeviation(newest) ** 2) / 2;
    const error = Math.max(Math.sqrt((2 * variance) / size), smallestDeviation);
    return { by, p: student_t_tUpperTail(by / error, 2 * size - 2) };
}

;// CONCATENATED MODULE: ./build/verdict/past/epochs.js

/** A marked one starts where a record says so, with another epoch number, and where the place changes. */
function startsEpoch(record, previous) {
    if (!previous || record.newEpoch)
        return true;
    return record.epoch !== previous.epoch || record.where !== previous.where;
}
/** As marked, for all cells: oldest first, none empty; the last one is the current epoch. */
function epochsOf(history) {
    const epochs = [];
    for (const [index, record] of history.entries()) {
        if (startsEpoch(record, history[index - 1]))
            epochs.push([]);
        epochs.at(-1)?.push(record);
    }
    return epochs;
}
/**
 * One cell's logs by epoch, without the epochs that lack it; a shift that nobody marked parts an epoch in two.
 * Undefined where the current one lacks the cell: its level is unknown then, whatever came before.
 */
function logsOf(epochs, id) {
    const logs = epochs.map((epoch) => epoch.flatMap(({ cells }) => cells[id]?.y ?? []));
    if (!logs.at(-1)?.length)
        return undefined;
    return logs.filter((epoch) => epoch.length > 0).flatMap(levelsOf);
}
/** Only a note hangs on it. */
const driftAlpha = 0.02;
/** How far one cell's level has risen within the current epoch, so that nobody accepted it; undefined if not surely. */
function driftOf(epochs, id) {
    const logs = epochs.at(-1)?.flatMap(({ cells }) => cells[id]?.y ?? []) ?? [];
    const rise = riseOf(logs);
    return rise && rise.p <= driftAlpha ? { by: rise.by, jobs: logs.length } : undefined;
}
/** The jobs that a candidate measured at `where` is compared with; none where main was measured elsewhere. */
function currentEpoch(history, where) {
    const current = epochsOf(history).at(-1) ?? [];
    return current.at(-1)?.where === where ? current : [];
}

;// CONCATENATED MODULE: ./build/verdict/cells/comparable.js

/** Output lengths may differ by this share before times that hold the whole output say something else. */
const lengthTolerance = 0.02;
/** Points by which the share of cached input may move. */
const cacheTolerance = 0.05;
/** Absorbs rounding: exactly at a tolerance is within it. */
const comparable_slack = 1e-9;
/** These hold the time of the whole output; TTFT and the pace do not. */
const dependOnLength = new Set([
    "e2e",
    "whole_request_rate",
    "output_throughput",
    "total_throughput",
    "request_throughput",
    "goodput",
    "good_share",
]);
/** These hold the reading of the prompt, which a cache shortens. */
const dependOnCache = new Set([
    "ttft",
    "ttfvt",
    ...dependOnLength,
]);
/** `epoch`: what the candidate is compared with, the newest last; not empty. */
function objections(candidate, epoch) {
    const tokens = tokenSourceObjection(candidate, epoch.at(-1));
    const length = lengthObjection(candidate, epoch);
    const cache = cacheObjection(candidate, epoch);
    return ({ metric }) => tokens ??
        (dependOnLength.has(metric.id) ? length : undefined) ??
        (dependOnCache.has(metric.id) ? cache : undefined);
}
function tokenSourceObjection({ tokenSource: after }, reference) {
    const before = reference?.tokenSource;
    if (before === undefined || after === undefined || before === after)
        return undefined;
    return `tokens were counted by ${before}, now by ${after}`;
}
function lengthObjection({ outTokMean: after }, epoch) {
    const lengths = epoch.flatMap(({ outTokMean }) => outTokMean ?? []);
    if (after === null || lengths.length === 0)
        return undefined;
    const before = moments_mean(lengths);
    if (Math.abs(after - before) <= lengthTolerance * before + comparable_slack)
        return undefined;
    const moved = `answers were ${before.toFixed(1)} tokens long, now ${after.toFixed(1)}`;
    return `${moved}: fix their length (output-exact, temperature 0)`;
}
/** A share that a server does not report counts as none: an unreported cache must not hide one. */
function cacheObjection(candidate, epoch) {
    const before = moments_mean(epoch.map(({ cachedShare }) => cachedShare ?? 0));
    const after = candidate.cachedShare ?? 0;
    if (Math.abs(after - before) <= cacheTolerance + comparable_slack)
        return undefined;
    const percent = (share) => `${(100 * share).toFixed(0)} %`;
    return `${percent(before)} of the input came from a cache, now ${percent(after)}`;
}

;// CONCATENATED MODULE: ./build/stats/center.js
// Winsorised centre and pooled scale of a history in epochs, moderated by a prior.



/** Degrees of freedom that the assumed run-to-run variation is worth (ν₀). */
const priorDegrees = 4;
/** Standard deviations per median absolute deviation, for normal values. */
const deviationsPerMad = 1.4826;
const winsoriseAt = 3;
/** Below this many jobs the median absolute deviation is too rough to cut by. */
const winsoriseFrom = 8;
/** What cutting at 3 deviations takes from the sum of squares of normal values. */
const winsorisedLoss = 1.03;
/** Pulls values beyond median ± `deviations`·1.4826·MAD back to that bound; the order is kept. */
function winsorise(values, deviations = winsoriseAt) {
    const centre = median(values);
    const mad = median(values.map((value) => Math.abs(value - centre)));
    const reach = deviations * deviationsPerMad * mad;
    return values.map((value) => Math.min(Math.max(value, centre - reach), centre + reach));
}
function median(values) {
    const sample = sampleOf(values);
    if (!sample)
        throw new RangeError("no values");
    return quantile(sample, 0.5);
}
/** Undefined without a current epoch. */
function centreAndScale(history) {
    const epochs = history.epochs.map(robustEpoch);
    const current = epochs.at(-1);
    if (!current)
        return undefined;
    const freedom = epochs.reduce((sum, { jobs }) => sum + jobs - 1, 0);
    const squares = epochs.reduce((sum, epoch) => sum + epoch.squares, 0);
    return {
        centre: current.centre,
        ...moderated({ ...history, squares, freedom }),
        jobs: current.jobs,
        measured: freedom > 0 ? Math.sqrt(squares / freedom) : undefined,
        freedom,
    };
}
/** s² = (ν₀ (σ₀² + w²) + SS) / (ν₀ + df), ν = ν₀ + df. */
function moderated({ squares, freedom, withinRun, assumedCv }) {
    const prior = priorDegrees * (assumedCv ** 2 + withinRun ** 2);
    const degrees = priorDegrees + freedom;
    return { scale: Math.sqrt((prior + squares) / degrees), degrees };
}
function robustEpoch(logs) {
    if (logs.length === 0)
        throw new RangeError("an epoch without jobs");
    const cut = logs.length >= winsoriseFrom;
    const kept = cut ? winsorise(logs) : logs;
    const centre = moments_mean(kept);
    const squares = kept.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    return { centre, squares: cut ? squares * winsorisedLoss : squares, jobs: logs.length };
}

;// CONCATENATED MODULE: ./build/verdict/cells/compare.js
// History × candidate: the prediction interval for one new job, and how far the candidate lies from it.


/** One-sided confidence of each end of the shown interval. */
const intervalConfidence = 0.9;
const power = 0.8;
/** Undefined without a current epoch. */
function predict(history) {
    const estimate = centreAndScale(history);
    if (!estimate)
        return undefined;
    const { centre, scale, degrees, jobs } = estimate;
    return { centre, error: scale * Math.sqrt(1 + 1 / jobs), degrees, jobs };
}
function effectOf(y, { centre, error, degrees }) {
    const d = y - centre;
    const reach = tQuantile(intervalConfidence, degrees) * error;
    return {
        d,
        p: student_t_tUpperTail(d / error, degrees),
        pImproved: student_t_tUpperTail(-d / error, degrees),
        lower: d - reach,
        upper: d + reach,
    };
}
/** The smallest change, as a share, that would be called regressed with 80 % power: it must clear both noise and θ. */
function detectableChange(request) {
    const { prediction, theta, alpha, family, rule = "effect" } = request;
    const { error, degrees } = prediction;
    const reach = (p) => tQuantile(p, degrees) * error;
    const limit = rule === "strict" ? theta + reach(1 - alpha) : theta;
    return Math.exp(Math.max(reach(1 - alpha / family), limit) + reach(power)) - 1;
}

;// CONCATENATED MODULE: ./build/verdict/cells/cases.js






/** θ: the allowed change on the log scale, worse = positive. */
function thetaOf({ maxChange }, { metric }) {
    return metric.better === "lower" ? Math.log(1 + maxChange) : -Math.log(1 - maxChange);
}
/** Every cell that either side has or that gates; not the shares of failures, which are no logs. */
function casesOf(subject, policy) {
    const ground = groundOf(subject);
    const wanted = [...cells.values()].filter(({ metric }) => !isFailureShare(metric));
    const cases = wanted.flatMap((cell) => caseOf(cell, { subject, ground, policy }) ?? []);
    const dropped = wanted.filter(({ id }) => policy.cells.has(id) && !policy.named.has(id) && !isKnown(id, subject, ground));
    const drifted = wanted.flatMap((cell) => driftedCell(cell, ground, policy) ?? []);
    return { cases, jobs: ground.current.length, dropped, drifted };
}
function driftedCell(cell, ground, policy) {
    const limit = policy.cells.get(cell.id);
    const drift = limit && ground.current.length > 0 ? driftOf(ground.epochs, cell.id) : undefined;
    return limit && drift && drift.by > thetaOf(limit, cell) ? { cell, ...drift } : undefined;
}
function groundOf({ candidate, confirmation, history }) {
    const newest = history.at(-1);
    const movedFrom = newest && newest.where !== candidate.where ? newest.where : undefined;
    const current = currentEpoch(history, candidate.where);
    const none = () => undefined;
    return {
        epochs: epochsOf(history),
        current,
        newest,
        movedFrom,
        objection: current.length > 0 ? objections(candidate, current) : none,
        againObjection: confirmation && current.length > 0 ? objections(confirmation, current) : none,
    };
}
function isKnown(id, { candidate }, { newest }) {
    return candidate.cells[id] !== undefined || newest?.cells[id] !== undefined;
}
function caseOf(cell, context) {
    const { subject, ground, policy } = context;
    const named = policy.named.has(cell.id);
    if (!isKnown(cell.id, subject, ground) && !named)
        return undefined;
    const limit = policy.cells.get(cell.id) ?? defaultLimit(cell);
    const logs = ground.current.length > 0 ? (logsOf(ground.epochs, cell.id) ?? []) : [];
    const opening = openingOf(cell, limit, { ...context, logs });
    const logged = subject.candidate.cells[cell.id];
    if (!logged) {
        return named
            ? settled(opening, "no-number", "nothing was measured for it")
            : settled(opening, "not-comparable", "main measured it, this run has no number for it");
    }
    return (hindrance(cell, logged, { opening, context }) ??
        testable(cell, logged, { opening, limit, context: { ...context, logs } }));
}
/** In an open loop throughput is the offered rate: it gates only where the user asked for it. */
function gates(cell, { subject, policy }) {
    const offered = subject.openLoop && cell.id.endsWith("_throughput");
    return policy.cells.has(cell.id) && (!offered || policy.named.has(cell.id));
}
function openingOf(cell, limit, context) {
    const { subject, logs } = context;
    const logged = subject.candidate.cells[cell.id];
    const { better } = cell.metric;
    return {
        workload: subject.workload,
        cell,
        gating: gates(cell, context),
        limit: better === "lower" ? limit.maxChange : -limit.maxChange,
        theta: thetaOf(limit, cell),
        jobs: logs.at(-1)?.length ?? 0,
        ...(logged && { candidate: fromLog(logged.y, better), n: logged.n }),
    };
}
function settled(opening, reason, note) {
    const finding = { finding: "inconclusive", reason, smallSlowdownLikely: false };
    return { kind: "settled", comparison: { ...opening, ...finding, ...(note && { note }) } };
}
/** What keeps a measured cell from its test, the most general reason first. */
function hindrance(cell, logged, { opening, context }) {
    const { ground, policy } = context;
    if (!ground.newest)
        return settled(opening, "no-baseline");
    if (ground.movedFrom !== undefined) {
        const { where } = context.subject.candidate;
        return settled(opening, "environment-changed", `main ran on ${ground.movedFrom}, this run on ${where}`);
    }
    if (opening.jobs === 0)
        return settled(opening, "new", "main has not measured it in this epoch");
    const objection = ground.objection(cell);
    if (objection)
        return settled(opening, "not-comparable", objection);
    const needed = requestsNeeded(cell, opening.jobs >= policy.minHistory);
    if (logged.n >= needed)
        return undefined;
    return settled(opening, "insufficient-samples", `needs ${needed} requests, had ${logged.n}`);
}
/** Requests beyond the quantile that its estimate rests on: n(1 − q) ≥ 5, or 10 without the support of a history. */
function requestsNeeded({ statistic }, supported) {
    const q = statistic && quantileOf[statistic];
    if (q === undefined)
        return 1;
    return Math.ceil((supported ? 5 : 10) / (1 - q) - 1e-9);
}
function testable(cell, logged, { opening, limit, context }) {
    const { subject, ground, policy, logs } = context;
    const prediction = predict({ epochs: logs, withinRun: logged.w, assumedCv: policy.assumedRunCv });
    const last = logs.at(-1)?.at(-1);
    if (!prediction || last === undefined)
        return settled(opening, "new");
    const again = ground.againObjection(cell) ? undefined : subject.confirmation?.cells[cell.id]?.y;
    const theta = thetaOf(limit, cell);
    return { kind: "testable", opening, limit, theta, prediction, y: logged.y, again, last };
}

;// CONCATENATED MODULE: ./build/verdict/cells/spread.js
// Spread within a run: cells that so few, or so unequal, requests tell less exactly than their limit asks for.




/** Standard errors on each side of a 95 % interval. */
const reach = 1.96;
/**
 * A run's own error beyond the limit, whatever main's jobs are like: that cell's number is a rough one, and two runs of
 * the same code may differ by as much. Only what the run itself shows; more requests help.
 */
function spreadWarnings({ cells: logged }, policy) {
    const rough = [...policy.cells].flatMap(([id, limit]) => {
        const [cell, found] = [cells.get(id), logged[id]];
        if (!cell || !found || found.w <= thetaOf(limit, cell))
            return [];
        const known = words_percent(Math.round(100 * Math.expm1(reach * found.w)) / 100);
        return `${cellName(cell)} to ±${known} (limit ${words_percent(limit.maxChange)})`;
    });
    if (rough.length === 0)
        return [];
    const message = `The requests of this run differ so much that it tells only roughly: ${rough.join(", ")}. More requests would help`;
    return [warning("too-noisy-for-limit", message)];
}

;// CONCATENATED MODULE: ./build/metrics/run/legs.js
// Legs: the runs of several jobs at one commit, put together side by side as one run that is judged once.

/** The name of a gate or leg that was given none, and that of a workload. */
const unnamed = "default";
/** Where a workload was measured: by a leg of its own, or by the run that holds it. */
function originOf(run, { leg }) {
    return leg ?? run;
}
function legOf({ name = unnamed }) {
    return name;
}
/** Whether it was measured under a name of its own, which the gate that judges it does not have. */
function isLegBeside(run, gate) {
    const leg = legOf(run);
    return leg !== unnamed && leg !== gate;
}
/** Told by what the leg itself says, so that it is the same whatever other legs there are. */
function nameIn(leg, workload) {
    if (leg === unnamed)
        return workload;
    return workload === unnamed ? leg : `${leg}.${workload}`;
}
/** The same run with names that tell its workloads from those of other legs. */
function asLeg(run) {
    const { tool, createdAt, attempt, endpoint, environment } = run;
    const name = legOf(run);
    const leg = { name, tool, createdAt, attempt, endpoint, environment };
    const workloads = run.workloads.map((each) => each.leg ? each : { ...each, name: nameIn(name, each.name), leg });
    return { ...run, workloads };
}
const legs_legal = "runs of one commit, each measured by a leg with a name of its own";
/** Whatever must be the same in all of them for one verdict. */
function strangers([first, ...others]) {
    if (!first)
        return [];
    const told = ({ commit, repository, boundaries }) => `commit ${commit ?? "unknown"} of ${repository ?? "no repository"}, boundaries ${boundaries}`;
    return others
        .filter(({ run }) => told(run) !== told(first.run))
        .map(({ file, run }) => ({
        value: `${file} (${told(run)}) beside ${first.file} (${told(first.run)})`,
        legal: legs_legal,
    }));
}
function doubles(files) {
    const places = new Map();
    return files.flatMap(({ file, run }) => run.workloads.flatMap(({ name }) => {
        const other = places.get(name);
        places.set(name, other ?? file);
        if (other === undefined)
            return [];
        return [{ value: `workload ${name} in ${other} and in ${file}`, legal: legs_legal }];
    }));
}
function legs_common(values) {
    const [first, ...others] = new Set(values);
    return first === undefined || others.length > 0 ? null : first;
}
/**
 * One run with the workloads of all, in the order of their legs' names; what the run says of endpoint and environment is
 * the first leg's, and each workload says its own. Throws a configuration error about `input`, which named the files,
 * where two runs are of different commits, or hold the same workload of the same leg.
 */
function together(files, input = "results") {
    const legs = files
        .map(({ file, run }) => ({ file, run: asLeg(run) }))
        .toSorted((a, b) => byText(legOf(a.run), legOf(b.run)) || byText(a.file, b.file));
    const [first] = legs;
    if (!first)
        return undefined;
    const problems = [...strangers(legs), ...doubles(legs)].map((one) => ({ input, ...one }));
    if (problems.length > 0)
        throw configError(problems);
    const runs = legs.map(({ run }) => run);
    const times = runs.map(({ createdAt }) => createdAt).toSorted(byText);
    const { name: _, ...head } = first.run;
    return {
        ...head,
        createdAt: times.at(-1) ?? first.run.createdAt,
        runId: legs_common(runs.map(({ runId }) => runId)),
        attempt: Math.max(...runs.map(({ attempt }) => attempt)),
        workloads: runs.flatMap(({ workloads }) => workloads),
    };
}
function byText(a, b) {
    return a < b ? -1 : Number(a > b);
}

;// CONCATENATED MODULE: ./build/stats/comparisons/scatter.js
// Shares that scatter more from job to job than coins would: a quasi-binomial test of a new one.

/** At least two jobs with trials; φ is Pearson's χ² over its degrees of freedom (McCullagh and Nelder 1989, 4.5.2). */
function scatterTest(candidate, history) {
    const { x, n } = totalOf(history);
    const share = (x + 0.5) / (n + 1);
    const squares = history.reduce((sum, job) => sum + (job.x - job.n * share) ** 2 / (job.n * share * (1 - share)), 0);
    const degrees = history.length - 1;
    const dispersion = Math.max(1, squares / degrees);
    const pooled = (x + candidate.x + 0.5) / (n + candidate.n + 1);
    const error = Math.sqrt(dispersion * pooled * (1 - pooled) * (1 / candidate.n + 1 / n));
    const z = (candidate.x / candidate.n - x / n) / error;
    return { share, dispersion, pooled, z, p: student_t_tUpperTail(z, degrees) };
}
function totalOf(shares) {
    return shares.reduce((sum, { x, n }) => ({ x: sum.x + x, n: sum.n + n }), { x: 0, n: 0 });
}

;// CONCATENATED MODULE: ./build/verdict/explain.js

const places = {
    waiting: "before the first token",
    pace: "in the pace after it",
    tail: "after the last token",
};
const names = ["waiting", "pace", "tail"];
function partsOf({ outcome, ttftMs, lastOutputMs, e2eMs }) {
    if (outcome !== "completed" || ttftMs === null || lastOutputMs === null || e2eMs === null)
        return undefined;
    return { e2e: e2eMs, waiting: ttftMs, pace: lastOutputMs - ttftMs, tail: e2eMs - lastOutputMs };
}
function meanParts({ records }) {
    const parts = records.flatMap((record) => partsOf(record) ?? []);
    if (parts.length === 0)
        return undefined;
    const of = (name) => moments_mean(parts.map((part) => part[name]));
    return { e2e: of("e2e"), waiting: of("waiting"), pace: of("pace"), tail: of("tail") };
}
/** Undefined where either side has no streamed, completed request: then e2e has no parts. */
function explain(before, after) {
    const [was, is] = [meanParts(before), meanParts(after)];
    return was && is && explanationOf(was, is);
}
/** The same from the means alone. */
function explanationOf(was, is) {
    const direction = is.e2e < was.e2e ? -1 : 1;
    const shift = (name) => is[name] - was[name];
    const moved = names.reduce((most, name) => direction * shift(name) > direction * shift(most) ? name : most);
    const buffered = isBuffered({ before: was, after: is }) ? ` ${capital(bufferedWords)}.` : "";
    return { before: was, after: is, moved, sentence: `${explain_sentenceOf(shift)}${buffered}` };
}
/** What the pace lost comes up again in the wait, and this share of the pace is left at most. */
const leftOfPace = 0.6;
const shareFoundAgain = 0.5;
const bufferedWords = "that is what it looks like when something before the model, such as a proxy, now holds the stream back and lets it go in a rush";
/**
 * A longer wait with a far quicker pace after it: no faster model, but output that is collected on its way. Seen as TTFT
 * 22 → 287 ms with gaps of 5.5 → 1.6 ms behind a web server that buffers.
 */
function isBuffered({ before, after }) {
    const saved = before.pace - after.pace;
    const waited = after.waiting - before.waiting;
    return after.pace <= leftOfPace * before.pace && saved > 0 && waited >= shareFoundAgain * saved;
}
function capital(words) {
    return words.charAt(0).toUpperCase() + words.slice(1);
}
function explain_sentenceOf(shift) {
    const total = shift("e2e");
    if (explain_milliseconds(Math.abs(total)) === "0 ms")
        return "Mean E2E stayed as it was.";
    const parts = names.map((name) => `${explain_signed(shift(name))} ${places[name]}`);
    const verb = total > 0 ? "rose" : "fell";
    return `Mean E2E ${verb} by ${explain_milliseconds(Math.abs(total))}: ${parts.join(", ")}.`;
}
function explain_milliseconds(value) {
    return `${Number(value.toFixed(value < 10 ? 1 : 0))} ms`;
}
function explain_signed(value) {
    return `${value < 0 ? "−" : "+"}${explain_milliseconds(Math.abs(value))}`;
}

;// CONCATENATED MODULE: ./build/stats/comparisons/paired.js
// Tests of paired differences: is their centre above 0?



function pairedT(differences) {
    const error = standardDeviation(differences) / Math.sqrt(differences.length);
    const t = mean(differences) / error;
    const degrees = differences.length - 1;
    return {
        t,
        oneSided: tUpperTail(t, degrees),
        twoSided: 2 * tUpperTail(Math.abs(t), degrees),
    };
}
/** Wilcoxon's signed ranks: the smaller of both rank sums, and the exact two-sided p; zeros are left out. */
function signedRanks(differences) {
    const kept = differences.filter((value) => value !== 0);
    const ranks = doubledMidranks(kept.map(Math.abs));
    const total = ranks.reduce((sum, rank) => sum + rank, 0);
    const above = ranks.reduce((sum, rank, index) => sum + ((kept[index] ?? 0) > 0 ? rank : 0), 0);
    const smaller = Math.min(above, total - above);
    const ways = subsetSums(ranks);
    const tail = ways.slice(0, smaller + 1).reduce((sum, count) => sum + count, 0);
    return { w: smaller / 2, p: Math.min(1, (2 * tail) / 2 ** kept.length) };
}
/** Past so many the 2^n ways take too long. */
const mostFlipped = 20;
/** Undefined beyond 20 differences. */
function signFlips(differences) {
    const n = differences.length;
    if (n > mostFlipped)
        return undefined;
    const seen = differences.reduce((sum, value) => sum + value, 0);
    const reach = 1e-12 * differences.reduce((sum, value) => sum + Math.abs(value), 0);
    let [above, beyond] = [0, 0];
    for (let flips = 0; flips < 2 ** n; flips += 1) {
        const sum = flippedSum(differences, flips);
        if (sum >= seen - reach)
            above += 1;
        if (Math.abs(sum) >= Math.abs(seen) - reach)
            beyond += 1;
    }
    return { oneSided: above / 2 ** n, twoSided: beyond / 2 ** n };
}
/** Bit i of `flips` turns the sign of difference i. */
function flippedSum(differences, flips) {
    let sum = 0;
    for (const [index, value] of differences.entries())
        sum += (flips >> index) & 1 ? -value : value;
    return sum;
}

// EXTERNAL MODULE: ./node_modules/@stdlib/stats-base-dists-hypergeometric-cdf/lib/index.js
var stats_base_dists_hypergeometric_cdf_lib = __webpack_require__(21444);
;// CONCATENATED MODULE: ./build/stats/comparisons/fisher.js
// Fisher's exact test of two shares: is one of them larger by more than chance?

/**
 * One-sided: the chance of `x` or more of all the events among the candidate's trials, if both shares were the same.
 * Counted on the other side, as its lower tail, so that small probabilities keep their digits.
 */
function fisherGreater(candidate, baseline) {
    const events = candidate.x + baseline.x;
    return stats_base_dists_hypergeometric_cdf_lib(baseline.x, candidate.n + baseline.n, events, baseline.n);
}

// EXTERNAL MODULE: ./node_modules/@stdlib/math-base-special-erfc/lib/index.js
var math_base_special_erfc_lib = __webpack_require__(30988);
// EXTERNAL MODULE: ./node_modules/@stdlib/math-base-special-erfcinv/lib/index.js
var math_base_special_erfcinv_lib = __webpack_require__(80119);
;// CONCATENATED MODULE: ./build/stats/distributions/normal.js
// The standard normal distribution.


/** P(Z ≥ z), small ones to full relative precision. */
function normalUpperTail(z) {
    return math_base_special_erfc_lib(z / Math.SQRT2) / 2;
}
/** The z that Z stays below with probability `p`. */
function normal_normalQuantile(p) {
    return -Math.SQRT2 * erfcinv(2 * p);
}

;// CONCATENATED MODULE: ./build/stats/comparisons/proportion.js
// Intervals of a share: events of trials.


/**
 * Exact (Clopper and Pearson 1934): each bound is the share at which so many events, or so few, have a chance of
 * (1 − confidence)/2. Of 0 events the upper bound at 90 % is about 3/n.
 */
function exactBounds({ x, n }, confidence) {
    const tail = (1 - confidence) / 2;
    const atShare = (probability) => ({ trials: n, probability });
    return {
        lower: x === 0 ? 0 : crossing((share) => atLeast(x, atShare(share)) > tail),
        upper: x === n ? 1 : crossing((share) => binomial_atMost(x, atShare(share)) <= tail),
    };
}
/** Where a condition that holds for large shares only begins to hold: the interval is halved until floats end. */
function crossing(holds) {
    let [low, high] = [0, 1];
    for (;;) {
        const middle = (low + high) / 2;
        if (middle <= low || middle >= high)
            return middle;
        if (holds(middle))
            high = middle;
        else
            low = middle;
    }
}
/** Approximate, of a fair width for few events too (Wilson 1927). */
function wilsonBounds({ x, n }, confidence) {
    const z = normalQuantile(1 - (1 - confidence) / 2);
    const share = x / n;
    const centre = share + z ** 2 / (2 * n);
    const reach = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
    const scale = 1 + z ** 2 / n;
    return {
        lower: x === 0 ? 0 : (centre - reach) / scale,
        upper: x === n ? 1 : (centre + reach) / scale,
    };
}

;// CONCATENATED MODULE: ./build/verdict/cells/error-rate.js
// The rows of failed and of refused requests, each tested as counts against main's jobs at a level of its own.






/** Outside the family of the other cells. */
const error_rate_alpha = 0.01;
/** Fewer failures are never called a rise. */
const fewest = 3;
/** Jobs from which their scatter can be told. */
const jobsForScatter = 5;
/** Each end of the shown interval holds with 90 %, as those of the other cells do. */
const error_rate_intervalConfidence = 0.8;
/** Absorbs the rounding of shares. */
const error_rate_slack = 1e-9;
/** Undefined where it is not known how many; where nothing failed nothing was refused. */
function refusals({ err, rej }) {
    return rej ?? (err.x === 0 ? 0 : undefined);
}
function failuresOf(subject, terms) {
    const { workload, candidate, confirmation, history } = subject;
    const epoch = currentEpoch(history, candidate.where);
    return failureRows({
        workload,
        candidate,
        again: confirmation,
        jobs: epoch,
        absence: untested(subject, epoch.length),
        terms,
    });
}
/**
 * The refused before all that failed, as they say more. They have a row only where there were some on either side, or
 * where the user named it; none has one where nothing was attempted.
 */
function failureRows(counts) {
    const refused = shareCounts(counts, "rejection_rate", refusedShare);
    const { named } = counts.terms.policy;
    const some = [...refused.jobs, refused.candidate, refused.again].some((one) => one && one.x > 0);
    const failed = shareCounts(counts, "error_rate", ({ err }) => err);
    const shown = some || named.has("rejection_rate") ? [refused, failed] : [failed];
    return shown.flatMap((one) => rowOf(one) ?? []);
}
function refusedShare(counts) {
    const x = refusals(counts);
    return x === undefined ? undefined : { x, n: counts.err.n };
}
function shareCounts({ candidate, again, jobs, jobsAgain = [], ...rest }, id, of) {
    const knownOf = (all) => all.flatMap((job) => of(job) ?? []).filter(({ n }) => n > 0);
    const absence = jobs.length > 0 ? { finding: "inconclusive", reason: "new" } : rest.absence;
    return {
        ...rest,
        absence,
        id,
        candidate: of(candidate),
        again: again && of(again),
        jobs: knownOf(jobs),
        jobsAgain: knownOf(jobsAgain),
    };
}
function rowOf({ id, workload, candidate, again, absence, terms, ...others }) {
    const { jobs } = others;
    const cell = cells.get(id);
    if (!cell || !candidate || candidate.n === 0)
        return undefined;
    const { policy, awaited } = terms;
    const { maxChange } = policy.cells.get(id) ?? defaultLimit(cell);
    const gating = policy.cells.has(id);
    const trial = {
        ...others,
        maxChange,
        again: again?.n ? again : undefined,
        awaited,
        proof: gating && policy.rule === "equivalence",
    };
    return {
        workload,
        cell,
        gating,
        candidate: shareOf(candidate),
        limit: maxChange,
        jobs: jobs.length,
        n: candidate.n,
        smallSlowdownLikely: false,
        ...(jobs.length > 0 ? tested(candidate, trial) : absence),
    };
}
function untested({ history }, jobs) {
    if (history.length === 0)
        return { finding: "inconclusive", reason: "no-baseline" };
    return { finding: "inconclusive", reason: jobs === 0 ? "environment-changed" : "new" };
}
function tested(candidate, trial) {
    const { jobs, again } = trial;
    const baseline = shareOf(totalOf(jobs));
    const { lower, upper } = exactBounds(candidate, error_rate_intervalConfidence);
    const p = chanceOf(candidate, jobs);
    const unproven = trial.proof && upper - baseline > trial.maxChange + error_rate_slack;
    return {
        ...rulingOf(candidate, trial, unproven),
        baseline,
        change: shareOf(candidate) - baseline,
        lower: lower - baseline,
        upper: upper - baseline,
        p,
        pHolm: p,
        ...(again && { confirmation: shareOf(again) }),
    };
}
function shareOf({ x, n }) {
    return x / n;
}
/** The larger of two chances of such a rise: by Fisher's test, and by main's own scatter where it is known. */
function chanceOf(candidate, jobs) {
    const fisher = fisherGreater(candidate, totalOf(jobs));
    return jobs.length < jobsForScatter ? fisher : Math.max(fisher, scatterTest(candidate, jobs).p);
}
/** As much as is not allowed: other than for times, the limit itself is already too much. */
function error_rate_isBeyond(change, limit) {
    return change > error_rate_slack && change >= limit - error_rate_slack;
}
function rises(candidate, { jobs, maxChange }) {
    const change = shareOf(candidate) - shareOf(totalOf(jobs));
    return candidate.x >= fewest && error_rate_isBeyond(change, maxChange) && chanceOf(candidate, jobs) <= error_rate_alpha;
}
/** Both measurements together rose, and the second by half the limit on its own. */
function error_rate_isConfirmed(candidate, again, trial) {
    const { jobs, jobsAgain, maxChange } = trial;
    const together = totalOf([candidate, again]);
    const beside = jobsAgain.length > 0 ? jobsAgain : jobs;
    const change = shareOf(again) - shareOf(totalOf(beside));
    return (rises(together, { ...trial, jobs: [...jobs, ...jobsAgain] }) && error_rate_isBeyond(change, maxChange / 2));
}
function rulingOf(candidate, trial, unproven) {
    const { jobs, maxChange, again, awaited } = trial;
    if (rises(candidate, trial)) {
        if (awaited)
            return { ...noise("waits for a second measurement"), awaitsConfirmation: true };
        if (!again || error_rate_isConfirmed(candidate, again, trial))
            return { finding: "regressed" };
        return noise("a second measurement did not confirm it");
    }
    const change = shareOf(candidate) - shareOf(totalOf(jobs));
    const open = { finding: "inconclusive", reason: unproven ? "unproven" : "underpowered" };
    if (!error_rate_isBeyond(change, maxChange))
        return unproven ? open : { finding: "unchanged" };
    return candidate.x < fewest ? open : noise();
}
function noise(note) {
    return { finding: "inconclusive", reason: "exceeds-within-noise", ...(note && { note }) };
}

;// CONCATENATED MODULE: ./build/verdict/duet/placement.js


/** Assumed of each endpoint until A/A duets show more (σ_ep). */
const assumedDeviation = 0.01;
const assumedPlacement = {
    variance: 2 * assumedDeviation ** 2,
    degrees: Number.POSITIVE_INFINITY,
};
/** From duets of one version with itself: each gives the differences of its rounds. At least two. */
function placementFrom(duets) {
    const between = moments_standardDeviation(duets.map(moments_mean)) ** 2;
    const within = moments_mean(duets.map(squaredError));
    return { variance: Math.max(0, between - within), degrees: duets.length - 1 };
}
/** Two-sided. */
const biasAlpha = 0.01;
/** Whether it is no chance that duets of one version with itself are off by their mean. At least two. */
function isBiased(means) {
    const deviation = moments_standardDeviation(means);
    const t = Math.abs(moments_mean(means)) / (deviation / Math.sqrt(means.length));
    return deviation > 0 && 2 * student_t_tUpperTail(t, means.length - 1) <= biasAlpha;
}
/** Of a cell's limit θ: a smaller bias decides little. */
const notableShare = 0.25;
function isNotable(bias, theta) {
    return Math.abs(bias) >= notableShare * theta;
}
/** From fewer duets the scatter between them cannot be told. */
const fewestDuets = 5;
/** What main's duets with itself tell of a workload measured here. */
function placementsFrom(duets, { key, where }) {
    const fitting = duets.filter((duet) => duet.key === key && duet.where === where);
    const ids = new Set(fitting.flatMap(({ cells }) => Object.keys(cells)));
    const known = [...ids].flatMap((id) => {
        const ofCell = fitting.flatMap(({ cells }) => (cells[id] ? [cells[id]] : []));
        const scattered = ofCell.filter((differences) => differences.length >= 2);
        return scattered.length < fewestDuets ? [] : [[id, scattered]];
    });
    const means = known.map(([id, scattered]) => [id, scattered.map(moments_mean)]);
    const biased = means.filter(([, ofCell]) => isBiased(ofCell));
    return {
        byCell: new Map(known.map(([id, scattered]) => [id, placementFrom(scattered)])),
        biases: new Map(biased.map(([id, ofCell]) => [id, moments_mean(ofCell)])),
        duets: known.length === 0 ? 0 : fitting.length,
    };
}
/** Rounds that agree to the last digit, of endpoints placed alike, still leave this much doubt. */
const smallestError = 1e-6;
/** Beyond it Student's t is the normal distribution to all digits. */
const mostDegrees = 1e9;
/**
 * The difference that would be seen if nothing differed: 0 ± t_ν · SE, SE² = se² + f². Welch and Satterthwaite's
 * degrees: ν = SE⁴ / (se⁴/(R − 1) + f⁴/ν_f). At least two rounds.
 */
function predictDuet(differences, placement) {
    return predictRounds({ rounds: differences.length, square: squaredError(differences) }, placement);
}
/** se²: of the mean of the rounds. */
function squaredError(differences) {
    return moments_standardDeviation(differences) ** 2 / differences.length;
}
/** The same of rounds that are known by their number and their error alone. */
function predictRounds({ rounds, square }, placement) {
    const { variance, degrees } = placement;
    const total = square + variance;
    const spread = square ** 2 / (rounds - 1) + variance ** 2 / degrees;
    const effective = spread === 0 ? mostDegrees : Math.min(total ** 2 / spread, mostDegrees);
    const error = Math.max(Math.sqrt(total), smallestError);
    return { centre: 0, error, degrees: effective, jobs: rounds };
}

;// CONCATENATED MODULE: ./build/verdict/duet/duet.js
// Duet: both endpoints measured in alternating rounds of one job, compared round by round.









/** Fewer differences tell too little of their own scatter. */
const fewestRounds = 6;
/** Each cell with a number on either side; not the shares of failures, which are no logs. */
function duetCases(subject, policy) {
    const wanted = [...cells.values()].filter(({ metric }) => !isFailureShare(metric));
    const objection = objectionTo(subject);
    const again = subject.confirmation && objectionTo(subject.confirmation);
    const context = { subject, policy, objection, again };
    return {
        cases: wanted.flatMap((cell) => duet_caseOf(cell, context) ?? []),
        jobs: subject.rounds.length,
        dropped: wanted.filter(({ id }) => policy.cells.has(id) && !policy.named.has(id) && !duet_isKnown(id, subject)),
        drifted: [],
    };
}
function objectionTo({ base, candidate }) {
    return objections(candidate, [base]);
}
function duet_isKnown(id, { rounds }) {
    return rounds.some(({ base, candidate }) => base.cells[id] ?? candidate.cells[id]);
}
/** Rounds in which both sides have a number for the cell. */
function duet_pairsOf(rounds, id) {
    return rounds.flatMap((round) => {
        const [base, candidate] = [round.base.cells[id], round.candidate.cells[id]];
        return base && candidate ? [{ base, candidate }] : [];
    });
}
function duet_caseOf(cell, context) {
    const { subject, policy } = context;
    if (!duet_isKnown(cell.id, subject) && !policy.named.has(cell.id))
        return undefined;
    const limit = policy.cells.get(cell.id) ?? defaultLimit(cell);
    const paired = { ...context, limit, pairs: duet_pairsOf(subject.rounds, cell.id) };
    const opening = duet_openingOf(cell, paired);
    const trouble = troubleOf(cell, paired);
    if (!trouble)
        return duet_testable(cell, opening, paired);
    const finding = { finding: "inconclusive", smallSlowdownLikely: false };
    return { kind: "settled", comparison: { ...opening, ...finding, ...trouble } };
}
function duet_openingOf(cell, context) {
    const { subject, policy, limit, pairs } = context;
    const offered = subject.openLoop && cell.id.endsWith("_throughput");
    const { better } = cell.metric;
    return {
        workload: subject.workload,
        cell,
        gating: policy.cells.has(cell.id) && (!offered || policy.named.has(cell.id)),
        limit: better === "lower" ? limit.maxChange : -limit.maxChange,
        theta: thetaOf(limit, cell),
        jobs: pairs.length,
        n: requestsOf(pairs),
        ...(pairs.length > 0 && {
            candidate: fromLog(moments_mean(pairs.map(({ candidate }) => candidate.y)), better),
        }),
    };
}
function requestsOf(pairs) {
    return pairs.reduce((sum, { candidate }) => sum + candidate.n, 0);
}
/** What keeps a cell from its test. Without a history a quantile wants ten requests beyond it, over all rounds. */
function troubleOf(cell, context) {
    const { pairs, objection } = context;
    if (pairs.length === 0)
        return absenceOf(cell, context);
    if (pairs.length < fewestRounds)
        return tooFew(`${fewestRounds} rounds`, pairs.length);
    const note = objection(cell);
    if (note)
        return { reason: "not-comparable", note };
    const q = cell.statistic && quantileOf[cell.statistic];
    const needed = q === undefined ? 1 : Math.ceil(10 / (1 - q) - 1e-9);
    const had = requestsOf(pairs);
    return had < needed ? tooFew(`${needed} requests`, had) : undefined;
}
function tooFew(needed, had) {
    return { reason: "insufficient-samples", note: `needs ${needed}, had ${had}` };
}
/** What the user named and the candidate has nowhere is no number, whatever the base has. */
function absenceOf({ id }, { subject: { rounds }, policy }) {
    const inBase = rounds.some(({ base }) => base.cells[id]);
    const inCandidate = rounds.some(({ candidate }) => candidate.cells[id]);
    if (!inCandidate && (policy.named.has(id) || !inBase))
        return { reason: "no-number" };
    if (inBase)
        return { reason: "not-comparable", note: "no round has it on both sides" };
    return { reason: "new" };
}
/** The base endpoint's mean stands in for the centre of a history, so that everything after it is the same. */
function duet_testable(cell, opening, { subject, again, limit, pairs }) {
    const differences = pairs.map(({ base, candidate }) => candidate.y - base.y);
    const centre = moments_mean(pairs.map(({ base }) => base.y));
    const placement = subject.placements?.get(cell.id) ?? assumedPlacement;
    const flips = signFlips(differences)?.oneSided;
    const second = again?.(cell) === undefined ? duet_pairsOf(subject.confirmation?.rounds ?? [], cell.id) : [];
    return {
        kind: "testable",
        opening: { ...opening, ...(flips !== undefined && { pExact: flips }) },
        limit,
        theta: thetaOf(limit, cell),
        prediction: { ...predictDuet(differences, placement), centre },
        y: centre + moments_mean(differences),
        again: second.length >= fewestRounds
            ? centre + moments_mean(second.map(({ base, candidate }) => candidate.y - base.y))
            : undefined,
        last: centre,
    };
}
/** Each side as one job, against its own base: what meets both in a second duet confirms nothing. */
function duetFailures(subject, terms) {
    const { workload, rounds, failures, confirmation } = subject;
    const rows = failureRows({
        workload,
        candidate: failures.candidate,
        again: confirmation?.failures.candidate,
        jobs: duet_jobsOf(failures),
        jobsAgain: confirmation && duet_jobsOf(confirmation.failures),
        absence: { finding: "inconclusive", reason: "new" },
        terms,
    });
    return rows.map((row) => ({ ...row, jobs: rounds.length }));
}
function duet_jobsOf({ base }) {
    return base.err.n > 0 ? [base] : [];
}

;// CONCATENATED MODULE: ./build/verdict/duet/unequal.js

/** Connecting times nearer to each other than this, or than twice, say nothing of the way. */
const connectToleranceMs = 1;
const connectFactor = 2;
/** A connection lost now and then is no property of a placement. */
const freshShare = 0.05;
const unequal_differences = [
    byScheme,
    byLoopback,
    byConnecting,
    byFreshConnections,
    (base, candidate) => byAnswers("the server calls itself", "servers", [base, candidate]),
    (base, candidate) => byAnswers("the model calls itself", "models", [base, candidate]),
    (base, candidate) => byAnswers("the fingerprint is", "fingerprints", [base, candidate]),
];
/** One warning that names all that differs; undefined where nothing does. */
function unequalPlacement(base, candidate) {
    const found = unequal_differences.flatMap((difference) => difference(base, candidate) ?? []);
    if (found.length === 0)
        return undefined;
    const message = `The two endpoints may differ in more than the change: ${found.join("; ")}.`;
    return warning("placed-unequally", message);
}
/** As people read it: each side by its name. */
function sides(what, base, candidate) {
    return `${what} ${base} at the base endpoint, ${candidate} here`;
}
function byScheme(base, candidate) {
    const [before, after] = [schemeOf(base), schemeOf(candidate)];
    return before === after ? undefined : sides("the scheme is", before, after);
}
function schemeOf({ endpoint }) {
    return URL.parse(endpoint)?.protocol.replace(":", "") ?? "unknown";
}
function byLoopback(base, candidate) {
    const [before, after] = [isLoopback(base), isLoopback(candidate)];
    if (before === after)
        return undefined;
    return `only the ${before ? "base" : "measured"} endpoint runs on the client's own machine`;
}
function isLoopback({ endpoint }) {
    const host = URL.parse(endpoint)?.hostname ?? "";
    return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}
function byConnecting(base, candidate) {
    const [before, after] = [base, candidate].map(({ run }) => run.client?.connectP50Ms ?? undefined);
    if (before === undefined || after === undefined)
        return undefined;
    const [less, more] = [Math.min(before, after), Math.max(before, after)];
    if (more - less <= connectToleranceMs || more <= connectFactor * less)
        return undefined;
    return sides("connecting takes", `${before.toFixed(1)} ms`, `${after.toFixed(1)} ms`);
}
function byFreshConnections(base, candidate) {
    const [before = 0, after = 0] = [base, candidate].map(freshShareOf);
    if (Math.min(before, after) > 0 || Math.max(before, after) < freshShare)
        return undefined;
    return `only the ${before > 0 ? "base" : "measured"} endpoint makes the client connect anew between requests`;
}
function freshShareOf({ run: { client, counts } }) {
    return counts.attempted === 0 ? 0 : (client?.freshConnections ?? 0) / counts.attempted;
}
/** What the answers themselves tell; an endpoint that tells nothing is not taken for another. */
function byAnswers(what, part, placed) {
    const [before, after] = placed.map(({ run }) => run.servedBy[part]);
    if (!before?.length || !after?.length)
        return undefined;
    const alike = before.length === after.length && before.every((one) => after.includes(one));
    return alike ? undefined : sides(what, listed(before), listed(after));
}
const mostListed = 3;
function listed(values) {
    const more = values.length > mostListed ? ` and ${values.length - mostListed} more` : "";
    return `${values.slice(0, mostListed).join(", ")}${more}`;
}

;// CONCATENATED MODULE: ./build/verdict/duet/ground.js











/** Undefined where one endpoint was measured alone. */
function duetGround(request) {
    const { run, workload, attempts, again, openLoop, placements } = request;
    const { name, key, duet } = workload;
    if (!duet)
        return undefined;
    const { endpoint, environment } = originOf(run, workload);
    const rounds = attempts.flatMap((attempt) => attempt.duet?.rounds ?? []);
    const known = placementsFrom(placements?.get(name) ?? [], { key, where: whereOf(environment) });
    const unequal = unequalPlacement({ endpoint: duet.endpoint, run: duet.base }, { endpoint, run: workload });
    return {
        subject: {
            workload: name,
            ...playedOf(run, workload, duet),
            rounds,
            failures: ground_failuresOf(attempts),
            confirmation: again.measured && confirmationOf(again.measured),
            openLoop,
            placements: known.byCell,
        },
        identity: {
            kind: "duet",
            endpoint: duet.endpoint,
            rounds: rounds.length,
            placementDuets: known.duets,
        },
        notCompared: ground_tooFew(rounds.length),
        explanation: explain(duet.base, workload),
        warnings: [...(unequal ? [unequal] : []), ...biasWarnings(known, request.policy)],
    };
}
function biasWarnings({ biases }, { cells: limits }) {
    const found = [...limits].flatMap(([id, limit]) => {
        const [cell, bias] = [cells.get(id), biases.get(id)];
        if (!cell || bias === undefined)
            return [];
        if (!isNotable(bias, thetaOf(limit, cell)))
            return [];
        const shown = Math.expm1(cell.metric.better === "lower" ? bias : -bias);
        return `${cellName(cell)} ${movement(shown)}`;
    });
    if (found.length === 0)
        return [];
    const message = `Main's duets with itself, in which nothing changed, already found that ${found.join(", ")}: as much of a change may be the placement's.`;
    return [warning("placement-biased", message)];
}
function playedOf(run, workload, { rounds, base }) {
    return {
        rounds,
        base: observe(run, base),
        candidate: observe(run, workload),
        failures: ground_failuresOf([workload]),
    };
}
function ground_failuresOf(attempts) {
    return {
        base: countsOf(attempts.flatMap(({ duet }) => duet?.base ?? [])),
        candidate: countsOf(attempts),
    };
}
function countsOf(runs) {
    return {
        err: totalOf(runs.map(({ counts }) => ({ x: counts.failed, n: counts.attempted }))),
        rej: runs.reduce((sum, { counts }) => sum + refusedOf(counts), 0),
    };
}
function confirmationOf({ run, workload, }) {
    return workload.duet && playedOf(run, workload, workload.duet);
}
function ground_tooFew(rounds) {
    if (rounds >= fewestRounds)
        return undefined;
    const message = `a comparison takes ${fewestRounds} rounds, there were ${rounds}`;
    return { reason: "insufficient-samples", message };
}

;// CONCATENATED MODULE: ./build/verdict/past/pool.js
// Attempts at the same commit, pooled into one measurement: a re-run adds to the first verdict, it does not replace it.






/** Only what measured the same thing in the same place, and is valid, is pooled; the rest is said to be left out. */
function pooled({ run, earlier = [] }, workload) {
    const known = earlier.flatMap((one) => attemptOf(one, workload));
    const alike = known.filter((one) => isAlike(one, { run, workload }));
    const observations = [{ run, workload }, ...alike].map((one) => observe(one.run, one.workload));
    const workloads = [workload, ...alike.map((one) => one.workload)];
    return {
        observation: pooledObservation(observations),
        workload: alike.length === 0 ? workload : withAllRequests(workload, workloads),
        attempts: workloads,
        warnings: [...notesOn(known.length, alike.length), ...shedNotes(alike)],
    };
}
function attemptOf(run, { name }) {
    const workload = run.workloads.find((one) => one.name === name);
    return workload ? [{ run, workload }] : [];
}
function pool_placeOf({ run, workload }) {
    return whereOf(originOf(run, workload).environment);
}
/**
 * Whether both were measured alone, or in rounds with the same base endpoint. What an attempt leaves on GitHub holds no
 * address, which may be a secret: it is of the same workflow, and so of the same base.
 */
function hasSameBase({ duet: one }, { duet: newest }) {
    if (!one || !newest)
        return one === newest;
    return one.endpoint === newest.endpoint || one.endpoint === "";
}
function isAlike(one, newest) {
    const samePlace = pool_placeOf(one) === pool_placeOf(newest);
    const sameCommit = one.run.commit !== null && one.run.commit === newest.run.commit;
    const { key, duet, invalid } = one.workload;
    const { workload } = newest;
    const same = key === workload.key && hasSameBase(one.workload, workload);
    return sameCommit && samePlace && same && invalid.length + (duet?.base.invalid.length ?? 0) === 0;
}
function notesOn(known, used) {
    const notes = [];
    if (used > 0) {
        const message = `This is attempt ${used + 1} at this commit: all of them are judged together.`;
        notes.push(warning("attempts-pooled", message));
    }
    if (used < known) {
        const message = `${known - used} of ${known} earlier attempts were left out: another commit, workload or place, or invalid.`;
        notes.push(warning("attempts-unused", message));
    }
    return notes;
}
/** What was too large to be left on GitHub went without its requests. */
function shedNotes(alike) {
    const shed = alike.filter(({ workload: { records, counts } }) => records.length === 0 && counts.attempted > 0);
    if (shed.length === 0)
        return [];
    const message = `The requests of ${shed.length} earlier attempts were too many to keep: \`max\` and \`min\` are judged without them.`;
    return [warning("attempts-shed", message)];
}
function pooledObservation(observations) {
    const [newest, ...others] = observations;
    if (!newest)
        throw new RangeError("nothing to pool");
    if (others.length === 0)
        return newest;
    const lengths = observations.flatMap(({ outTokMean }) => outTokMean ?? []);
    const ids = Object.keys(newest.cells);
    return {
        ...newest,
        cells: Object.fromEntries(ids.flatMap((id) => pooledCell(id, observations))),
        err: {
            x: observations.reduce((sum, { err }) => sum + err.x, 0),
            n: observations.reduce((sum, { err }) => sum + err.n, 0),
        },
        rej: sumOfKnown(observations.map(({ rej }) => rej)),
        outTokMean: lengths.length === 0 ? null : moments_mean(lengths),
        cachedShare: moments_mean(observations.map(({ cachedShare }) => cachedShare ?? 0)),
    };
}
/** Unknown as soon as one of them is. */
function sumOfKnown(counts) {
    return counts.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0);
}
/** The mean of two, the median of more; as many requests as the smallest attempt had. */
function pooledCell(id, observations) {
    const logged = observations.flatMap(({ cells }) => cells[id] ?? []);
    const sample = sampleOf(logged.map(({ y }) => y));
    if (!sample)
        return [];
    const w = moments_mean(logged.map((one) => one.w));
    const n = Math.min(...logged.map((one) => one.n));
    return [[id, { y: quantile(sample, 0.5), w, n }]];
}
function withAllRequests(newest, workloads) {
    const sum = (of) => workloads.reduce((total, { counts }) => total + of(counts), 0);
    return {
        ...newest,
        records: workloads.flatMap(({ records }) => records),
        counts: {
            ...newest.counts,
            attempted: sum(({ attempted }) => attempted),
            failed: sum(({ failed }) => failed),
            refused: sum(refusedOf),
        },
    };
}

;// CONCATENATED MODULE: ./build/verdict/second.js
// The second measurement of a workload, where it may be used, or why it may not.




/** Of the first measurement's completed requests: what a second one must have, to overturn or confirm it. */
const enoughShare = 0.5;
/** A second measurement counts only if it is one of the same, valid itself, and not a remnant that a budget left. */
function secondOf(workload, { run, confirmation }) {
    const again = confirmation?.workloads.find(({ name }) => name === workload.name);
    if (!confirmation || !again)
        return { warnings: [] };
    const [there, here] = [originOf(confirmation, again), originOf(run, workload)];
    const samePlace = whereOf(there.environment) === whereOf(here.environment);
    const why = samePlace ? whyUnusable(workload, again) : elsewhere;
    if (why === undefined)
        return { measured: { run: confirmation, workload: again }, warnings: [] };
    return {
        warnings: [warning("confirmation-unusable", `The second measurement is unused: ${why}.`)],
    };
}
const elsewhere = "it is of another workload or place";
function whyUnusable(workload, again) {
    if (again.key !== workload.key)
        return elsewhere;
    if (again.duet?.endpoint !== workload.duet?.endpoint)
        return "it was compared in another way";
    const faults = again.invalid.length + (again.duet?.base.invalid.length ?? 0);
    if (faults > 0)
        return "it is invalid itself";
    if (again.duet && again.duet.rounds.length < fewestRounds)
        return `it has fewer than ${fewestRounds} rounds`;
    return again.counts.completed < enoughShare * workload.counts.completed
        ? "it has fewer than half of the first one's requests"
        : undefined;
}

;// CONCATENATED MODULE: ./build/verdict/brief.js











function briefOf(workload, request) {
    const first = pooled(request, workload);
    const again = secondOf(workload, request);
    const openLoop = isOpenLoop(workload.definition);
    const duet = duetGround({ ...request, workload, attempts: first.attempts, again, openLoop });
    const brief = duet ? duetBrief(duet) : historyBrief(workload, request, { first, again });
    const absolute = boundsOf(first.workload, again.measured?.workload, request.policy);
    return {
        ...brief,
        subject: { ...brief.subject, absolute },
        warnings: [
            ...brief.warnings,
            ...bufferingWarnings(brief.explanation),
            ...spreadWarnings(first.observation, request.policy),
            ...first.warnings,
            ...again.warnings,
        ],
    };
}
/** The change is real, but its cause may not be the model: a sentence beside the verdict. */
function bufferingWarnings(explanation) {
    if (!explanation || !isBuffered(explanation))
        return [];
    const message = "Answers begin later and then come faster, as behind a proxy that buffers";
    return [warning("buffering-suspected", message)];
}
function duetBrief({ subject, identity, notCompared, explanation, warnings }) {
    const against = { kind: "duet", identity };
    return { subject, against, notCompared, ...(explanation && { explanation }), warnings };
}
function historyBrief(workload, request, { first, again }) {
    const { references, policy } = request;
    const reference = references.get(workload.name);
    const notCompared = notComparedBecause(workload, reference, request.absence);
    const explanation = reference && brief_explanationOf(reference, workload);
    return {
        subject: {
            workload: workload.name,
            candidate: first.observation,
            ...(again.measured && { confirmation: observe(again.measured.run, again.measured.workload) }),
            history: notCompared ? [] : (reference?.history.slice(-policy.history) ?? []),
            openLoop: isOpenLoop(workload.definition),
        },
        against: { kind: "history", reference },
        notCompared,
        ...(explanation && { explanation }),
        warnings: [],
    };
}
/** Whether a plan decided when requests were sent. */
function isOpenLoop(definition) {
    return String(definition["load"]).startsWith("open");
}
/** Main measures it and this change was not held against it: what it would have shown is not known. */
function unmeasuredVerdict(workload) {
    const message = "main measures it, and here it was not measured";
    const notCompared = { reason: "not-comparable", message };
    return { workload, comparisons: [], notCompared, warnings: [] };
}
function noBaseline(message) {
    return { reason: "no-baseline", message };
}
function notComparedBecause(workload, reference, absence = "there is no baseline for it") {
    if (!reference)
        return noBaseline(absence);
    if (reference.history.length === 0) {
        if (reference.key === workload.key)
            return noBaseline("its baseline holds no job yet");
        return { reason: "not-comparable", message: changeOf(reference, workload) };
    }
    if (!reference.tooOld)
        return undefined;
    const days = reference.age === undefined ? undefined : toSeconds(reference.age) / 86_400;
    const age = days === undefined ? "of unknown age" : `${days.toFixed(1)} days old`;
    return { reason: "not-comparable", message: `its baseline is ${age}, more than is allowed` };
}
function changeOf(reference, workload) {
    const fields = differences(reference.definition, workload.definition).map(({ field, a, b }) => `${field} was ${a ?? "not set"}, is ${b ?? "not set"}`);
    const list = fields.length > 0 ? fields.join("; ") : "its key differs, no listed field does";
    return `the workload changed: ${list}`;
}
function brief_explanationOf({ newest }, workload) {
    return newest.key === workload.key ? explain(newest, workload) : undefined;
}
function boundsOf(workload, again, { cells: limits }) {
    const found = [...limits].flatMap(([id, limit]) => {
        const cell = cells.get(id);
        const finding = cell && absoluteFinding({ cell, limit, workload, again });
        return finding ? [[id, finding]] : [];
    });
    return new Map(found);
}

;// CONCATENATED MODULE: ./build/stats/multiplicity.js
// Corrections of a family of p-values for being many.
/** Any false rejection stays below α. In the order given; step-down, monotone, at most 1 (Holm 1979). */
function holm(ps) {
    const ranked = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
    const adjusted = new Array(ps.length);
    let floor = 0;
    for (const [rank, { p, index }] of ranked.entries()) {
        floor = Math.max(floor, Math.min(1, (ps.length - rank) * p));
        adjusted[index] = floor;
    }
    return adjusted;
}
/** The share of false ones among the rejections stays below α (Benjamini and Hochberg 1995). In the order given. */
function benjaminiHochberg(ps) {
    const ranked = ps.map((p, index) => ({ p, index })).sort((a, b) => b.p - a.p);
    const adjusted = new Array(ps.length);
    let ceiling = 1;
    for (const [place, { p, index }] of ranked.entries()) {
        ceiling = Math.min(ceiling, (p * ps.length) / (ps.length - place));
        adjusted[index] = ceiling;
    }
    return adjusted;
}

;// CONCATENATED MODULE: ./build/verdict/cells/decide.js
// Findings of all testable cells of a job: Holm over the gating ones, limits, and the second measurement.




/** Absorbs the rounding of logarithms: exactly at the limit is within it. */
const decide_slack = 1e-9;
/** Stands in for a second measurement where there is none. */
const unconfirmedAlpha = 0.01;
function decide(cells, terms) {
    const { policy, confirmable } = terms;
    const tested = testedCells(cells);
    const { rule } = policy;
    const first = { rule, alpha: policy.alpha };
    const suspects = tested.filter((one) => exceeds(one, first) && one.cell.opening.gating);
    const again = cells.some((cell) => cell.again !== undefined);
    const measured = suspects.some(({ cell }) => cell.again !== undefined);
    const strict = !again && !(confirmable && policy.confirm > 0);
    const alpha = strict ? Math.min(unconfirmedAlpha, policy.alpha) : policy.alpha;
    const levels = { rule, alpha, policyAlpha: policy.alpha, awaited: !again && !strict };
    const missing = cells.length > 0 && (strict || suspects.length > 0);
    return {
        comparisons: tested.map((one) => comparisonOf(one, levels)),
        confirmation: measured ? "measured" : missing ? "none" : "not-needed",
        alpha,
    };
}
/** Cells that do not gate are families of their own: shown unadjusted. */
function testedCells(cells) {
    const effects = cells.map((cell) => effectOf(cell.y, cell.prediction));
    const together = cells.map((cell) => effectOf(cellMean(cell), cell.prediction));
    const gating = cells.map(({ opening }) => opening.gating);
    const ps = adjusted(effects.map(({ p }) => p), gating);
    const improved = adjusted(effects.map(({ pImproved }) => pImproved), gating);
    const psTogether = adjusted(together.map(({ p }) => p), gating);
    const family = gating.filter(Boolean).length;
    return cells.flatMap((cell, index) => {
        const [effect, p, pImproved] = [effects[index], ps[index], improved[index]];
        const pTogether = psTogether[index];
        if (!effect || p === undefined || pImproved === undefined || pTogether === undefined)
            return [];
        return { cell, effect, p, pImproved, pTogether, family: cell.opening.gating ? family : 1 };
    });
}
function adjusted(ps, gating) {
    const corrected = holm(ps.filter((_, index) => gating[index]));
    return ps.map((p, index) => (gating[index] ? (corrected.shift() ?? p) : p));
}
/** ȳ; the first measurement alone where there is no second. */
function cellMean({ y, again }) {
    return again === undefined ? y : (y + again) / 2;
}
/** |Δ| in the metric's unit. */
function absoluteChange({ y, prediction, opening }) {
    const { better } = opening.cell.metric;
    return Math.abs(fromLog(y, better) - fromLog(prediction.centre, better));
}
function isTooSmall(cell) {
    return absoluteChange(cell) < cell.limit.minChange - decide_slack;
}
/** A shift for the worse beyond the limit; for the strict rule its lower confidence bound must be beyond it. */
function isBeyondLimit(shift, cell, { rule, alpha }) {
    const { prediction, theta } = cell;
    const doubt = rule === "strict" ? tQuantile(1 - alpha, prediction.degrees) : 0;
    return shift - doubt * prediction.error > theta + decide_slack;
}
/** All that makes a regression but its confirmation. */
function exceeds({ cell, effect, p }, standard) {
    const { theta, y, last } = cell;
    if (isTooSmall(cell) || p > standard.alpha)
        return false;
    return isBeyondLimit(effect.d, cell, standard) && y - last >= theta / 2 - decide_slack;
}
/** The mirror image; it needs no confirmation. */
function improves({ cell, effect, pImproved }, standard) {
    const { theta, y, last } = cell;
    if (isTooSmall(cell) || pImproved > standard.alpha)
        return false;
    return isBeyondLimit(-effect.d, cell, standard) && last - y >= theta / 2 - decide_slack;
}
/** The second measurement is bad itself, and both together still stand out by more than the limit. */
function decide_isConfirmed({ cell, pTogether }, standard) {
    const { again, theta, prediction } = cell;
    if (again === undefined || pTogether > standard.alpha)
        return false;
    const together = cellMean(cell) - prediction.centre;
    return isBeyondLimit(together, cell, standard) && again - prediction.centre >= theta / 2 - decide_slack;
}
function decide_rulingOf(tested, levels) {
    const first = { rule: levels.rule, alpha: levels.policyAlpha };
    if (exceeds(tested, first))
        return excessRuling(tested, levels);
    if (improves(tested, first))
        return { finding: "improved" };
    return otherRuling(tested, levels);
}
function excessRuling(tested, { rule, alpha, awaited }) {
    if (awaited && tested.cell.opening.gating)
        return { ...decide_noise("waits for a second measurement"), awaitsConfirmation: true };
    if (tested.cell.again !== undefined) {
        if (decide_isConfirmed(tested, { rule, alpha }))
            return { finding: "regressed" };
        return decide_noise("a second measurement did not confirm it");
    }
    const single = { rule, alpha: Math.min(unconfirmedAlpha, alpha) };
    if (exceeds(tested, single))
        return { finding: "regressed" };
    return decide_noise(`without a second measurement p must be at most ${unconfirmedAlpha}`);
}
function decide_noise(note) {
    return { finding: "inconclusive", reason: "exceeds-within-noise", ...(note && { note }) };
}
function otherRuling({ cell, effect, p }, { rule, policyAlpha }) {
    const open = rule === "equivalence" && cell.opening.gating ? "unproven" : "underpowered";
    const tolerated = isTooSmall(cell) && effect.d > cell.theta + decide_slack;
    const limit = tolerated ? smallestTheta(cell) : cell.theta;
    if (effect.upper <= limit)
        return { finding: "unchanged", ...(tolerated && tooSmall(cell)) };
    if (tolerated)
        return { finding: "inconclusive", reason: open, ...tooSmall(cell) };
    if (effect.d <= cell.theta + decide_slack)
        return { finding: "inconclusive", reason: open };
    return decide_noise(p <= policyAlpha ? excuseOf(cell, effect, { rule, alpha: policyAlpha }) : undefined);
}
/** Why a change beyond its limit that noise cannot explain is no regression all the same. */
function excuseOf(cell, { d }, standard) {
    if (!isBeyondLimit(d, cell, standard))
        return "its confidence bound is not beyond the limit";
    return "main's newest job had already moved";
}
/** The log limit that `min-change` amounts to at this baseline. */
function smallestTheta({ limit, prediction, opening }) {
    const { better } = opening.cell.metric;
    const share = limit.minChange / fromLog(prediction.centre, better);
    if (better === "lower")
        return Math.log(1 + share);
    return share < 1 ? -Math.log(1 - share) : Number.POSITIVE_INFINITY;
}
function tooSmall({ limit, opening }) {
    return {
        note: `differs by less than min-change, ${limit.minChange} ${opening.cell.metric.unit}`,
    };
}
function comparisonOf(tested, levels) {
    const { cell, effect } = tested;
    const { opening, prediction, theta } = cell;
    const { better } = opening.cell.metric;
    return {
        ...opening,
        ...decide_rulingOf(tested, levels),
        baseline: fromLog(prediction.centre, better),
        ...shares(effect, better === "higher"),
        p: effect.p,
        pHolm: tested.p,
        mde: detectableChange({ prediction, theta, ...levels, family: tested.family }),
        ...(cell.again !== undefined && { confirmation: fromLog(cell.again, better) }),
        smallSlowdownLikely: effect.lower > 0 && effect.d < theta,
    };
}
/** Log differences as shares that people read: a rate's are negated and its interval's ends swapped. */
function shares({ d, lower, upper }, negated) {
    if (!negated)
        return { change: Math.expm1(d), lower: Math.expm1(lower), upper: Math.expm1(upper) };
    return { change: Math.expm1(-d), lower: Math.expm1(-upper), upper: Math.expm1(-lower) };
}

;// CONCATENATED MODULE: ./build/verdict/findings.js
// Findings of every cell of every workload of one job, tested together.






/** One Holm family over the gating cells of all subjects. */
function findingsOf(subjects, terms) {
    const lists = subjects.map((subject) => findings_listOf(subject, terms.policy));
    const testable = lists.flatMap(({ cases }) => cases.filter((one) => one.kind === "testable"));
    const { comparisons, ...decision } = decide(testable, terms);
    const decided = [...comparisons];
    const found = lists.flatMap((list, index) => {
        const subject = subjects[index];
        if (!subject)
            return [];
        const ofList = list.cases.flatMap((one) => one.kind === "settled" ? one.comparison : (decided.shift() ?? []));
        return subjectFindings(subject, { list, found: ofList, terms });
    });
    const remeasured = subjects.some(wasBoundRemeasured) || found.some(wereFailuresRemeasured);
    return { ...decision, ...(remeasured && { confirmation: "measured" }), subjects: found };
}
function findings_listOf(subject, policy) {
    return "rounds" in subject ? duetCases(subject, policy) : casesOf(subject, policy);
}
function failedOf(subject, terms) {
    return "rounds" in subject ? duetFailures(subject, terms) : failuresOf(subject, terms);
}
function wasBoundRemeasured({ absolute, confirmation }) {
    if (!absolute || !confirmation)
        return false;
    return [...absolute.values()].some(({ finding }) => !finding.startsWith("kept"));
}
function wereFailuresRemeasured({ comparisons }) {
    return comparisons.some(({ cell, gating, finding, reason, confirmation }) => isFailureShare(cell.metric) &&
        gating &&
        confirmation !== undefined &&
        (finding === "regressed" || reason === "exceeds-within-noise"));
}
function subjectFindings(subject, { list, found, terms }) {
    const awaited = terms.confirmable && terms.policy.confirm > 0 && !subject.confirmation;
    const all = [...found, ...failedOf(subject, { policy: terms.policy, awaited })];
    return {
        workload: subject.workload,
        comparisons: all.map((one) => withBound(one, subject.absolute?.get(one.cell.id), awaited)),
        jobs: list.jobs,
        dropped: list.dropped,
        drifted: list.drifted,
    };
}
/** A broken bound is a regression whatever the history says; a doubtful one is never unchanged. */
function withBound(comparison, absolute, awaited) {
    if (!absolute)
        return comparison;
    const { reason, ...rest } = comparison;
    const limit = quantity(absolute.limit, comparison.cell.metric.unit);
    const beyond = `${absolute.bound === "max" ? "above" : "below"} its ${absolute.bound} of ${limit}`;
    const doubtful = { finding: "inconclusive", reason: "exceeds-within-noise" };
    if (absolute.finding === "broken")
        return awaited
            ? { ...comparison, ...doubtful, absolute, awaitsConfirmation: true }
            : { ...rest, finding: "regressed", absolute, note: beyond };
    if (absolute.finding === "over-within-noise" && comparison.finding !== "regressed")
        return { ...comparison, ...doubtful, absolute, note: `${beyond}, perhaps by chance` };
    return { ...comparison, absolute };
}

;// CONCATENATED MODULE: ./build/verdict/outcome.js
// What the findings of all workloads come to together, and the sentences that say why.



/** Reasons that a run-level `inconclusive` is made of; `underpowered` and `new` pass and are listed. */
const outcome_loud = new Set([
    "exceeds-within-noise",
    "unproven",
    "not-comparable",
    "insufficient-samples",
    "environment-changed",
]);
/**
 * invalid > regressed > inconclusive or no-baseline > passed. A gated workload that was not compared keeps the run from
 * passing, whatever the others did. Where one workload has no baseline and another is inconclusive, the kind that the
 * policy turns red wins, else `inconclusive`: a mild setting for one must not hide the other. Of an invalid run nothing
 * else is said: what its numbers looked like is no reason for anything.
 */
function outcomeOf(workloads, invalid, policy) {
    const troubles = troublesOf(workloads, invalid);
    const kind = outcome_kindOf(troubles, policy);
    const rest = [...troubles.regressed, ...troubles.inconclusive, ...troubles.noBaseline];
    return { kind, because: kind === "invalid" ? troubles.invalid : rest };
}
function outcome_kindOf({ invalid, regressed, inconclusive, noBaseline }, policy) {
    if (invalid.length > 0)
        return "invalid";
    if (regressed.length > 0)
        return "regressed";
    const open = [];
    if (inconclusive.length > 0)
        open.push("inconclusive");
    if (noBaseline.length > 0)
        open.push("no-baseline");
    return open.find((kind) => policy_exitCodeOf(kind, policy) !== 0) ?? open[0] ?? "passed";
}
function troublesOf(workloads, invalid) {
    const gatingOf = (among) => among.flatMap(({ comparisons }) => comparisons.filter(({ gating }) => gating));
    const gating = gatingOf(workloads);
    const compared = gatingOf(workloads.filter(({ notCompared }) => !notCompared));
    const reasoned = (among, wanted) => among.filter(({ reason }) => reason !== undefined && wanted(reason)).map(outcome_sentenceOf);
    const unjudged = workloads.filter(({ notCompared }) => notCompared);
    const messages = (baseline) => unjudged
        .filter(({ notCompared }) => (notCompared?.reason === "no-baseline") === baseline)
        .map(({ workload, notCompared }) => `${workload}: ${notCompared?.message}.`);
    return {
        invalid: [...invalid, ...reasoned(gating, (reason) => reason === "no-number")],
        regressed: gating.filter(({ finding }) => finding === "regressed").map(outcome_sentenceOf),
        inconclusive: [...messages(false), ...reasoned(compared, (reason) => outcome_loud.has(reason))],
        noBaseline: messages(true),
    };
}
function outcome_sentenceOf(comparison) {
    const { workload, cell, finding, reason, note, absolute, candidate } = comparison;
    const subject = `${workload}: ${cellName(cell)}`;
    if (absolute && note && candidate !== undefined && !absolute.finding.startsWith("kept"))
        return `${subject} is ${quantity(candidate, cell.metric.unit)}, ${note}.`;
    const added = note ? ` (${note})` : "";
    if (finding === "regressed" || reason === "exceeds-within-noise")
        return `${subject} ${moved(comparison)}${added}.`;
    const words = reason ? reasonWords[reason] : finding;
    return `${subject} ${words}${added}.`;
}
function moved({ cell, change, limit, finding, confirmation }) {
    if (change === undefined || limit === undefined)
        return "is beyond its bound";
    const points = isFailureShare(cell.metric) ? " points" : "";
    const allowed = words_percent(Math.abs(limit));
    const extent = `${movement(change)}${points}, allowed are ${allowed}${points}`;
    if (finding !== "regressed")
        return `${extent}, but that may be noise`;
    return confirmation === undefined ? extent : `${extent}; a second measurement confirmed it`;
}
const reasonWords = {
    "exceeds-within-noise": "moved within noise",
    underpowered: "could not be told apart from noise",
    unproven: "could not be shown to be within its limit",
    "no-baseline": "has no baseline",
    "insufficient-samples": "has too few requests",
    "not-comparable": "is not comparable with the baseline",
    "environment-changed": "was measured in another environment",
    new: "is new",
    "no-number": "has no number",
};

;// CONCATENATED MODULE: ./build/verdict/judge.js








function judge(request) {
    const { run, policy, confirmable } = request;
    const briefs = run.workloads.map((workload) => briefOf(workload, request));
    const found = findingsOf(briefs.map(({ subject }) => subject), { policy, confirmable });
    const judged = briefs.flatMap((brief, index) => {
        const findings = found.subjects[index];
        return findings ? workloadVerdict(brief, findings, policy) : [];
    });
    const workloads = [...judged, ...(request.unmeasured ?? []).map(unmeasuredVerdict)];
    const { confirmation, alpha } = found;
    return {
        ...outcomeOf(workloads, invalidityOf(request), policy),
        workloads,
        confirmation,
        alpha,
        ...geomeanOf(workloads),
        warnings: request.warnings ?? [],
    };
}
/** Whether a second measurement would decide something: a gating cell is regressed but for it, and the first is valid. */
function needsConfirmation({ kind, workloads }) {
    if (kind === "invalid")
        return false;
    return workloads.some(({ comparisons }) => comparisons.some(({ gating, awaitsConfirmation }) => gating && awaitsConfirmation === true));
}
/** What the gate would have said of a recorded job; absolute bounds need raw values, which a record has not. */
function judgeRecord({ name, record, history, policy, openLoop }) {
    const { confirmation: cells, confirmationErr: err = { x: 0, n: 0 }, confirmationRej } = record;
    const again = cells ? { ...record, cells, err, rej: confirmationRej } : undefined;
    const subject = {
        workload: name,
        candidate: record,
        confirmation: policy.confirm > 0 ? again : undefined,
        history: history.slice(-policy.history),
        openLoop: openLoop ?? false,
    };
    const { subjects, confirmation, alpha } = findingsOf([subject], { policy, confirmable: false });
    const notCompared = history.length === 0 ? noBaseline("it is the first job") : undefined;
    const against = { kind: "history", reference: undefined };
    const brief = { subject, against, notCompared, warnings: [] };
    const workloads = subjects.map((findings) => workloadVerdict(brief, findings, policy));
    const invalid = faultsOfRecord(record).map(({ message }) => `${name}: ${message}`);
    const outcome = outcomeOf(workloads, invalid, policy);
    return { ...outcome, workloads, confirmation, alpha, ...geomeanOf(workloads), warnings: [] };
}
/** Why a record should not have entered the history; what else makes a measurement invalid it does not tell. */
function faultsOfRecord({ err }) {
    return failureFaults(err.x, err.n);
}
function workloadVerdict(brief, findings, policy) {
    const { against, explanation } = brief;
    const { workload, jobs } = findings;
    const notCompared = brief.notCompared ?? judge_elsewhere(brief, jobs) ?? nothingGated(findings, against);
    const baseline = identityOf(against, jobs);
    const { minHistory } = policy;
    const short = against.kind === "history" && jobs > 0 && jobs < minHistory;
    return {
        workload,
        comparisons: findings.comparisons.map((one) => withReason(one, brief.notCompared)),
        ...(baseline && { baseline }),
        ...(notCompared && { notCompared }),
        ...(short && { calibrating: { jobs, needed: minHistory } }),
        ...(explanation && { explanation }),
        warnings: [
            ...brief.warnings,
            ...droppedWarnings(findings, against),
            ...driftWarnings(findings),
        ],
    };
}
/** A cell that found no history because the workload was not compared at all says that instead. */
function withReason(comparison, why) {
    if (!why || comparison.reason !== "no-baseline")
        return comparison;
    return { ...comparison, reason: why.reason };
}
function identityOf(against, jobs) {
    if (against.kind === "duet")
        return against.identity;
    const { reference } = against;
    const chosen = reference?.history.at(-1);
    if (!reference || !chosen)
        return undefined;
    const { source, match, distance } = reference;
    const { sha, time } = chosen;
    const near = distance !== undefined && { distance };
    return { kind: "history", source, sha, time, match, ...near, jobs };
}
function judge_elsewhere({ subject }, jobs) {
    if ("rounds" in subject)
        return undefined;
    const newest = subject.history.at(-1);
    if (!newest || jobs > 0)
        return undefined;
    const message = `main was measured on ${newest.where}, this run on ${subject.candidate.where}`;
    return { reason: "environment-changed", message };
}
/** Cells gate but none has a counterpart: all new, or dropped. Failures alone are no comparison of speed. */
function nothingGated({ comparisons, dropped }, { kind }) {
    const gating = comparisons.filter((one) => one.gating);
    const cells = gating.filter(({ cell }) => !isFailureShare(cell.metric));
    const onlyErrors = gating.length > 0 && cells.length === 0 && dropped.length === 0;
    if (onlyErrors || cells.some(({ reason }) => reason !== "new"))
        return undefined;
    const message = `${nameOf[kind]} has none of the cells that gate`;
    return kind === "history" ? noBaseline(message) : { reason: "not-comparable", message };
}
/** The other side, in sentences. */
const nameOf = {
    history: "main",
    duet: "the base endpoint",
};
function droppedWarnings({ dropped }, { kind }) {
    if (dropped.length === 0)
        return [];
    const names = dropped.map(cellName).join(", ");
    const message = `Not gated, as neither this run nor ${nameOf[kind]} has a number for it: ${names}.`;
    return [warning("cells-dropped", message)];
}
/** Small losses add up: each was within the limit, all of them together are not. */
function driftWarnings({ drifted }) {
    return drifted.map(({ cell, by, jobs }) => {
        const { better } = cell.metric;
        const share = words_percent(Math.abs(better === "lower" ? Math.expm1(by) : Math.expm1(-by)));
        const verb = better === "lower" ? "risen" : "fallen";
        const message = `${cellName(cell)} of main has ${verb} by ${share} over its last ${jobs} jobs, and nobody accepted that.`;
        return warning("main-drifted", message);
    });
}
/** Reasons why nothing here can be trusted, one sentence each. */
function invalidityOf({ run, declared }) {
    const names = new Set(run.workloads.map(({ name }) => name));
    const missing = declared.filter((name) => !names.has(name));
    const none = run.workloads.length === 0 ? ["No workload was measured."] : [];
    return [
        ...none,
        ...missing.map((name) => `${name}: was declared but not measured.`),
        ...run.workloads.flatMap(workloadInvalidity),
    ];
}
/** A base endpoint that was not measured well leaves nothing to hold this one against; who measures may have said so. */
function workloadInvalidity({ name, duet, ...own }) {
    const faults = judge_faultsOf(own);
    const base = duet ? judge_faultsOf(duet.base).map((fault) => `base endpoint: ${fault}`) : [];
    return (faults.length > 0 ? faults : base).map((fault) => `${name}: ${fault}`);
}
function judge_faultsOf({ invalid, counts }) {
    const stated = invalid.map(({ message }) => message);
    return counts.completed > 0 || stated.length > 0 ? stated : ["no request completed."];
}
function geomeanOf(workloads) {
    const effects = workloads
        .flatMap(({ comparisons }) => comparisons.filter(({ gating }) => gating))
        .flatMap(worseBy);
    return effects.length === 0 ? {} : { geomean: Math.expm1(moments_mean(effects)) };
}
/** d again, worse = positive; a share of failures changes in points and has none. */
function worseBy({ cell, change, p }) {
    if (change === undefined || p === undefined || isFailureShare(cell.metric))
        return [];
    const log = Math.log1p(change);
    return [cell.metric.better === "lower" ? log : -log];
}

;// CONCATENATED MODULE: ./build/verdict/past/new-level.js


/** Gating cells that were called regressed or improved, each with its direction. */
function movedCells({ workloads }) {
    const compared = workloads.flatMap(({ comparisons }) => comparisons);
    const moved = compared.filter(({ gating, finding }) => gating && (finding === "regressed" || finding === "improved"));
    return new Set(moved.map(({ cell, finding }) => `${cell.id} ${finding}`));
}
/**
 * Whether this job starts a new epoch because it and its predecessor moved in the same cell and direction. Both are
 * held against the jobs before the predecessor: against the predecessor itself nothing moved any more.
 */
function startsNewLevel(job) {
    const predecessor = job.history.at(-1);
    if (!predecessor)
        return false;
    const moved = movedCells(judgeRecord({ ...job, record: predecessor, history: before(job) }));
    return movedAgain(job, moved);
}
/** The same, where what the predecessor moved is known already. */
function movedAgain(job, moved) {
    if (moved.size === 0 || isMarked(job))
        return false;
    const again = movedCells(judgeRecord({ ...job, history: before(job) }));
    return [...again].some((one) => moved.has(one));
}
function before({ history }) {
    return history.slice(0, -1);
}
/** Either of the two starts an epoch anyway. */
function isMarked({ record, history }) {
    const [predecessor, earlier] = [history.at(-1), history.at(-2)];
    return !predecessor || startsEpoch(record, predecessor) || startsEpoch(predecessor, earlier);
}

;// CONCATENATED MODULE: ./build/verdict/past/replay.js



/**
 * Judges each job against those before it, of which no more than the policy keeps are looked at; invalid ones do not
 * enter. A job that moves as its predecessor did starts a new epoch for those after it, as it would have on main.
 */
function* replay({ records, ...past }) {
    const { history: kept } = past.policy;
    let history = [];
    let moved = new Set();
    for (const record of records) {
        const job = { ...past, record, history };
        const verdict = judgeRecord(job);
        const jobs = currentEpoch(history, record.where).length;
        const held = movedAgain(job, moved) ? { ...record, newEpoch: true } : record;
        if (faultsOfRecord(record).length === 0) {
            history = [...history, held].slice(-kept);
            moved = movedCells(verdict);
        }
        yield { record: held, verdict, jobs };
    }
}

;// CONCATENATED MODULE: ./build/terminal.js

/** Seconds between progress lines where there is no terminal. */
const quietInterval = 5;
const barWidth = 20;
function bar(share) {
    const full = Math.min(barWidth, Math.round(share * barWidth));
    return `${"█".repeat(full)}${"░".repeat(barWidth - full)}`;
}
function seconds(duration) {
    const whole = Math.ceil(toSeconds(duration));
    return whole >= 120 ? `${Math.ceil(whole / 60)} min` : `${whole} s`;
}
function shareDone({ planned, done, elapsed, remaining }) {
    if (planned !== undefined && planned > 0)
        return done / planned;
    return remaining === undefined ? undefined : elapsed / (elapsed + remaining);
}
/** "measure ████░░ 120/300 · 41.2/s · 8 in flight · 0 errors · 4 s left" */
function progressLine(label, state, drawn) {
    const share = drawn ? shareDone(state) : undefined;
    const elapsed = toSeconds(state.elapsed);
    const parts = [
        `${state.done}${state.planned === undefined ? "" : `/${state.planned}`}`,
        ...(elapsed > 0 ? [`${(state.done / elapsed).toFixed(1)}/s`] : []),
        `${state.inFlight} in flight`,
        `${state.failed} errors`,
        ...(state.remaining === undefined ? [] : [`${seconds(state.remaining)} left`]),
    ];
    const picture = share === undefined ? "" : `${bar(share)} `;
    return `${label} ${state.phase} ${picture}${parts.join(" · ")}`;
}
function liveLog({ stream }) {
    let drawn = false;
    const clear = () => {
        if (drawn)
            stream.write("\r\u001b[2K");
        drawn = false;
    };
    const print = (line) => {
        clear();
        stream.write(`${line}\n`);
    };
    return {
        info: print,
        warn: print,
        progress(label, state) {
            clear();
            const finished = state.planned !== undefined && state.done >= state.planned;
            const line = progressLine(label, state, true).slice(0, (stream.columns ?? 100) - 1);
            stream.write(finished ? `${line}\n` : line);
            drawn = !finished;
        },
    };
}
function quietLog({ stream, seconds: now }) {
    let last = now();
    const print = (line) => void stream.write(`${line}\n`);
    return {
        info: print,
        warn: print,
        progress(label, state) {
            if (now() - last < quietInterval)
                return;
            last = now();
            print(progressLine(label, state, false));
        },
    };
}
function createLog(options) {
    return options.live ? liveLog(options) : quietLog(options);
}

;// CONCATENATED MODULE: ./build/commands/console.js
// Console: what the commands share of standard output, standard error, colours and the job around them.




const plain = (name) => {
    const value = process.env[name];
    return value !== undefined && value !== "" && value !== "false";
};
/** A person at a terminal: live lines and colours. Neither in CI nor where NO_COLOR asks for none. */
function isLive() {
    return process.stderr.isTTY === true && !plain("CI");
}
function page() {
    const colour = process.stdout.isTTY === true && !plain("NO_COLOR") && !plain("CI");
    return { colour, width: process.stdout.columns ?? 100 };
}
function print(text) {
    process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}
/** The checked-out commit, read from the repository's own files; null outside of one. */
function headCommit() {
    const head = readText(".git/HEAD")?.trim();
    if (head === undefined)
        return null;
    const reference = /^ref: (\S+)$/.exec(head)?.[1];
    return reference === undefined ? head : (readText(`.git/${reference}`)?.trim() ?? null);
}
/** The world of a command: flags first, then the workflow's environment, then the checkout. */
function commandWorld({ commit, baseCommit }) {
    const environment = process.env;
    const log = createLog({
        stream: process.stderr,
        live: isLive(),
        seconds: () => toSeconds(systemClock.now()),
    });
    const known = commit ?? environment["GITHUB_SHA"] ?? headCommit();
    return {
        log,
        environment,
        job: jobFrom(environment, { commit: known ?? null, baseCommit }),
        signal: stopSignal(() => log.warn("Stopping: what was seen is kept.")),
    };
}

;// CONCATENATED MODULE: ./build/commands/flags.js
// Flags: the settings table as options of a command, and the options given as sources of a configuration.



/** A switch takes no value on the command line; one that is on by default has a flag that turns it off. */
function switchOf({ name, description, fallback }) {
    const does = description.replace(/ Takes true or false; default: (true|false)\.$/, "");
    return fallback === true
        ? new commander/* Option */.c$(`--no-${name}`, `Turns off: ${does}`)
        : new commander/* Option */.c$(`--${name}`, does);
}
function optionOf(setting) {
    const { name, description, isSwitch } = setting;
    return isSwitch ? switchOf(setting) : new commander/* Option */.c$(`--${name} <value>`, description);
}
/** "outputTokens" as commander keeps it ← "output-tokens". */
function attributeOf(name) {
    return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
/** No defaults here: a flag that nobody gave must not override the configuration file. */
function commandWithSettings(name, description) {
    const command = new commander/* Command */.uB(name).description(description);
    for (const setting of flagsOf(name))
        command.addOption(optionOf(setting));
    return command;
}
function commitOption() {
    const does = "The commit that is measured; default: the workflow's or the checkout's.";
    return new commander/* Option */.c$("--commit <sha>", does);
}
/** Flags, then the environment's key; files are read as the user names them. */
function sourcesFrom(given) {
    const read = (name) => {
        const attribute = attributeOf(name);
        if (given.getOptionValueSource(attribute) !== "cli")
            return undefined;
        const value = given.getOptionValue(attribute);
        return value === undefined ? undefined : String(value);
    };
    return { read: withKeyVariable(read, process.env), file: readText };
}
function example(text) {
    return `\nExample:\n  ${text}`;
}

;// CONCATENATED MODULE: ./build/commands/backtest.js









function readFile(file) {
    const text = readText(file);
    const legal = "a file that exists";
    if (text === undefined)
        return { jobs: [], problems: [{ input: file, value: "nothing", legal }] };
    const { jobs, problems } = readHistoryText(text);
    return {
        jobs,
        problems: problems.map(({ line, ...rest }) => ({
            input: line === undefined ? file : `${file}, line ${line}`,
            ...rest,
        })),
    };
}
/** More would bury the first ones. */
const mostProblems = 20;
function backtest_refuse(problems) {
    if (problems.length === 0)
        return;
    const more = problems.length - mostProblems;
    const hint = more > 0 ? `The first ${mostProblems} problems of ${problems.length}.` : undefined;
    throw configError(problems.slice(0, mostProblems), hint);
}
/** Two copies of a document share their past: a job that an earlier file holds is not judged twice. */
function withoutRepeats(files) {
    const seen = new Set();
    return files.flatMap(({ jobs }) => {
        if (files.length === 1)
            return jobs;
        const texts = jobs.map(({ record }) => JSON.stringify(record));
        const fresh = jobs.filter((_, index) => !seen.has(texts[index] ?? ""));
        for (const text of texts)
            seen.add(text);
        return fresh;
    });
}
/** One series for each key, in the order in which they first appear; time orders the jobs within. */
function seriesOf(jobs) {
    return [...Map.groupBy(jobs, ({ record }) => record.key)].map(([key, ofKey]) => {
        const { name = key.slice(0, 8), openLoop = false } = ofKey.find((job) => job.name !== undefined) ?? {};
        const records = ofKey
            .map(({ record }) => ({ record, at: Date.parse(record.time) }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ record }) => record);
        return { name, openLoop, records };
    });
}
/** Prints the jobs of each series together, and yields each as JSON. */
function* judged(series, policy) {
    const tally = emptyTally();
    for (const { name, ...one } of series) {
        const lines = [];
        for (const past of replay({ ...one, name, policy })) {
            past_jobs_count(tally, past, policy);
            lines.push(pastJobLine(past, name));
            yield pastJobJson(past);
        }
        print(lines.join("\n"));
    }
    print(tallyLines(tally).join("\n"));
}
async function run(paths, command) {
    const { policy } = parseJudgeConfig(sourcesFrom(command));
    const files = paths.map(readFile);
    backtest_refuse(files.flatMap(({ problems }) => problems));
    const all = judged(seriesOf(withoutRepeats(files)), policy);
    const { json } = command.opts();
    if (json === undefined)
        for (const _ of all)
            ;
    else
        await writeLines(json, all);
}
function backtestCommand() {
    return commandWithSettings("backtest", "Say what the gate would have said about each past job.")
        .argument("<history...>", "Baseline documents, or history records as JSON lines.")
        .option("--json <file>", "Write what it would have said as JSON lines, one for each job.")
        .addHelpText("after", example("latency-gate backtest baseline.json --alpha 0.01"))
        .action((paths, _, self) => run(paths, self));
}

;// CONCATENATED MODULE: ./build/baseline/duets.js
// Duets of one version with itself, as a baseline document keeps them.


/** Older ones are of another placement, most likely. */
const kept = 30;
/** A single round has no scatter. */
const duets_fewestRounds = 2;
/**
 * What of a run's duet is kept where both endpoints served the same version, as in a calibration; undefined where
 * nothing was measured in rounds or either side is invalid.
 */
function duets_placementDuetFrom(run, workload) {
    const { duet, key, invalid } = workload;
    if (!duet || invalid.length + duet.base.invalid.length > 0)
        return undefined;
    const { createdAt, environment } = originOf(run, workload);
    const ids = new Set(duet.rounds.flatMap(({ candidate }) => Object.keys(candidate.cells)));
    const cells = [...ids]
        .map((id) => [id, differencesOf(duet, id)])
        .filter(([, differences]) => differences.length >= duets_fewestRounds);
    return {
        time: createdAt,
        key,
        where: whereOf(environment),
        cells: Object.fromEntries(cells),
    };
}
/** In rounds where both sides have a number. */
function differencesOf({ rounds }, id) {
    return rounds.flatMap(({ base, candidate }) => {
        const [before, after] = [base.cells[id], candidate.cells[id]];
        return before && after ? [after.y - before.y] : [];
    });
}
/** Each once, in the order of time, the newest of them. */
function joinedDuets(...lists) {
    const all = lists.flatMap((list) => list ?? []);
    const once = new Map(all.map((duet) => [JSON.stringify([duet.time, duet.key]), duet]));
    const ordered = [...once.values()].toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
    return ordered.length === 0 ? {} : { duets: ordered.slice(-kept) };
}

;// CONCATENATED MODULE: ./build/baseline/history-record.js
// One workload of a run as the record that main remembers it by.


/** Exact but for the raw values: cells keep y, w and n. */
function historyRecordFrom(job) {
    const { run, workload, newEpoch = false, epoch = 0, confirmation } = job;
    const { tokenSource, cachedShare, rej, ...observation } = observe(run, workload);
    return {
        v: 1,
        sha: run.commit ?? "unknown",
        ...(run.runId !== null && { runId: run.runId }),
        attempt: run.attempt,
        time: run.createdAt,
        key: workload.key,
        subject: history_record_subjectOf(originOf(run, workload)),
        epoch,
        newEpoch,
        repeats: 1,
        ...observation,
        ...(rej !== undefined && { rej }),
        clientLagP99: workload.client?.lagP99Ms ?? null,
        ...(tokenSource !== undefined && { tokenSource }),
        cachedShare: cachedShare ?? null,
        ...(confirmation && remeasured(observe(run, confirmation))),
    };
}
function remeasured({ cells, err, rej }) {
    return {
        confirmation: cells,
        confirmationErr: err,
        ...(rej !== undefined && { confirmationRej: rej }),
    };
}
function history_record_subjectOf({ environment }) {
    const { model, precision, engine, replicas, runner } = environment;
    const stated = Object.entries({ engine, model, precision, replicas, runnerImage: runner.image });
    return Object.fromEntries(stated.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

;// CONCATENATED MODULE: ./build/baseline/document.js


const emptyDocument = {
    schema: 1,
    kind: "latency-gate-baseline",
    repository: null,
    workloads: {},
};
/** The job that a record is of. Its time is in it: what is known of two records with equal ones is known of one. */
function document_identityOf({ sha, runId, attempt, key, time }) {
    return JSON.stringify([sha, runId, attempt, key, time]);
}
function grown(previous, addition) {
    const { workload, record, duet, keep } = addition;
    const { duet: _rounds, leg: _leg, ...newest } = workload;
    const identity = document_identityOf(record);
    const others = (previous?.history ?? []).filter((each) => document_identityOf(each) !== identity);
    return {
        key: workload.key,
        definition: workload.definition,
        history: [...others, record].slice(-keep),
        newest,
        ...newestPin([previous?.pinned, record.pinned ? record : undefined]),
        ...joinedDuets(previous?.duets, duet && [duet]),
    };
}
function newestPin(pins) {
    const pinned = pins
        .flatMap((pin) => pin ?? [])
        .toSorted(byTime)
        .at(-1);
    return pinned && { pinned };
}
/** Records of other keys stay until they are pushed out: a workload may be changed back. */
function withJob(document, addition) {
    const { name } = addition.workload;
    return {
        ...document,
        repository: addition.repository ?? document.repository,
        workloads: { ...document.workloads, [name]: grown(document.workloads[name], addition) },
    };
}
/**
 * Adds each workload of a job that has a record; adding the same job again changes nothing. A duet in it is kept as one
 * of main's version with itself: nothing else that is recorded has one.
 */
function withRecording(document, recording) {
    return document_jobsOf(recording).reduce((before, job) => withRecordedJob(before, job, recording.keep), document);
}
function document_jobsOf({ earlier = [], ...last }) {
    return [...earlier, last];
}
function withRecordedJob(document, { run, records }, keep) {
    return run.workloads.reduce((before, workload) => {
        const record = records.get(workload.name);
        const duet = duets_placementDuetFrom(run, workload);
        if (!record)
            return duet ? withDuet(before, run, { workload, duet }) : before;
        return withJob(before, { repository: run.repository, workload, record, duet, keep });
    }, document);
}
/** What else is known of the workload stays; where nothing is, it is what the duet measured, without a job. */
function withDuet(document, { repository }, { workload, duet }) {
    const { duet: _rounds, leg: _leg, ...newest } = workload;
    const { name, key, definition } = newest;
    const { [name]: known = { key, definition, history: [], newest } } = document.workloads;
    const grown = { ...known, ...joinedDuets(known.duets, [duet]) };
    return {
        ...document,
        repository: repository ?? document.repository,
        workloads: { ...document.workloads, [name]: grown },
    };
}
/** Whether a job is there already, every workload of it that has a record or a duet. */
function holdsRecording(document, recording) {
    return document_jobsOf(recording).every(({ run, records }) => run.workloads.every((workload) => {
        const { history = [], duets = [] } = document.workloads[workload.name] ?? {};
        const record = records.get(workload.name);
        if (record)
            return history.some((each) => document_identityOf(each) === document_identityOf(record));
        const duet = placementDuetFrom(run, workload);
        return !duet || duets.some(({ time, key }) => time === duet.time && key === duet.key);
    }));
}
/** Several run files make a history in the order of their time; invalid measurements are left out. */
function documentFromRuns(runs, keep) {
    const ordered = runs.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    const jobs = ordered.flatMap((run) => run.workloads
        .filter(({ invalid }) => invalid.length === 0)
        .map((workload) => ({ run, workload, record: historyRecordFrom({ run, workload }) })));
    return jobs.reduce((document, { run, workload, record }) => withJob(document, { repository: run.repository, workload, record, keep }), emptyDocument);
}
/** What cannot be read as a time comes first: nothing is known to be older. */
function instantOf({ time }) {
    const instant = Date.parse(time);
    return Number.isNaN(instant) ? Number.NEGATIVE_INFINITY : instant;
}
function byTime(a, b) {
    const [first, second] = [instantOf(a), instantOf(b)];
    return first === second ? 0 : first - second;
}
/** Every job of both once, in the order of time; the newest workload run says what the workload is now. */
function united(a, b) {
    const byIdentity = new Map([...a.history, ...b.history].map((each) => [document_identityOf(each), each]));
    const newer = a.newest.window.start > b.newest.window.start ? a : b;
    const history = [...byIdentity.values()].toSorted(byTime);
    const pin = newestPin([a.pinned, b.pinned]);
    return { ...newer, history, ...pin, ...joinedDuets(a.duets, b.duets) };
}
/** Joins documents, so that two jobs that grew the same history side by side lose neither record. */
function document_joined(documents) {
    const workloads = new Map();
    for (const document of documents) {
        for (const [name, workload] of Object.entries(document.workloads)) {
            const other = workloads.get(name);
            workloads.set(name, other ? united(other, workload) : workload);
        }
    }
    const repository = documents.find((document) => document.repository !== null)?.repository ?? null;
    return { ...emptyDocument, repository, workloads: Object.fromEntries(workloads) };
}

;// CONCATENATED MODULE: ./build/baseline/file-store.js
// A BaselineStore in a path: a document, a directory of documents, or run files.






const file_store_legal = "a baseline document, a directory of them, or run files of this version";
function file_store_refuse(file, why) {
    return configError([{ input: "baseline", value: `${file}: ${why}`, legal: file_store_legal }]);
}
async function file_store_kindOf(place) {
    try {
        return (await (0,external_node_fs_promises_.stat)(place)).isDirectory() ? "directory" : "file";
    }
    catch (cause) {
        if (cause instanceof Error && "code" in cause && cause.code === "ENOENT")
            return "absent";
        throw file_store_refuse(place, cause instanceof Error ? cause.message : String(cause));
    }
}
async function filesOf(place) {
    const kind = await file_store_kindOf(place);
    if (kind === "absent")
        return [];
    if (kind === "file")
        return [place];
    const names = await (0,external_node_fs_promises_.readdir)(place);
    return names
        .filter((name) => name.endsWith(".json"))
        .toSorted()
        .map((name) => external_node_path_.join(place, name));
}
async function contentsOf(files) {
    const documents = [];
    const runs = [];
    for (const file of files) {
        const parsed = parseStored(await (0,external_node_fs_promises_.readFile)(file, "utf8"));
        if (parsed.kind === "unreadable")
            throw file_store_refuse(file, parsed.why);
        if (parsed.kind === "baseline")
            documents.push(parsed.document);
        else
            runs.push(parsed.run);
    }
    return { documents, runs };
}
/** A reader sees the old document or the new one, never half of it. */
async function replace(file, document) {
    await (0,external_node_fs_promises_.mkdir)(external_node_path_.dirname(file), { recursive: true });
    const draft = `${file}.${(0,external_node_crypto_.randomUUID)()}.tmp`;
    try {
        await (0,external_node_fs_promises_.writeFile)(draft, formatStored(document));
        await (0,external_node_fs_promises_.rename)(draft, file);
    }
    catch (cause) {
        await (0,external_node_fs_promises_.rm)(draft, { force: true });
        throw cause;
    }
}
async function read({ paths, keep }) {
    const source = paths.join(", ");
    const files = (await Promise.all(paths.map(filesOf))).flat();
    if (files.length === 0)
        return { kind: "absent", source };
    const { documents, runs } = await contentsOf(files);
    const fromRuns = runs.length > 0 ? [documentFromRuns(runs, keep)] : [];
    return { kind: "found", source, document: document_joined([...documents, ...fromRuns]) };
}
async function targetOf(place, name) {
    const isDirectory = (await file_store_kindOf(place)) === "directory" || !place.endsWith(".json");
    return isDirectory ? external_node_path_.join(place, `${name}.json`) : place;
}
async function existing(file) {
    if ((await file_store_kindOf(file)) === "absent")
        return emptyDocument;
    const { documents, runs } = await contentsOf([file]);
    if (runs.length > 0)
        throw file_store_refuse(file, "it is a run file; recording would overwrite it");
    return documents[0] ?? emptyDocument;
}
async function record(place, name, recording) {
    const file = await targetOf(place, name);
    await replace(file, withRecording(await existing(file), recording));
    return { kind: "recorded", at: file };
}
/** Throws a configuration error, naming the file, where one is there and cannot be read. */
function createFileStore(options) {
    const [place = "."] = options.paths;
    return {
        read: () => read(options),
        record: (recording) => record(place, options.name, recording),
    };
}

;// CONCATENATED MODULE: ./build/report/text/redact.js
// Redaction: secrets out of what we send ourselves; the runner masks only logs and summaries.

const mask = "***";
/** Shorter "keys" are placeholders of local servers (EMPTY, none); replacing them would spoil every sentence. */
const redact_shortestSecret = 8;
/** Every spelling under which a secret may come back: as it is, in a URL, in base64, in JSON, in our markdown. */
function secretForms(secret) {
    const base64 = Buffer.from(secret, "utf8").toString("base64");
    return [
        secret,
        encodeURIComponent(secret),
        base64,
        base64.replace(/=+$/, ""),
        Buffer.from(secret, "utf8").toString("base64url"),
        JSON.stringify(secret).slice(1, -1),
        plainMarkdown(secret),
    ];
}
/** Replaces the secrets in all their forms, and whatever stands after "Bearer". */
function redactor(secrets) {
    const forms = secrets
        .filter((secret) => secret.trim().length >= redact_shortestSecret)
        .flatMap((secret) => secretForms(secret.trim()))
        .toSorted((a, b) => b.length - a.length);
    const distinct = [...new Set(forms)];
    return (text) => distinct
        .reduce((rest, form) => rest.replaceAll(form, mask), text)
        .replace(/\b(Bearer)\s+(?!\*\*\*)[\w.~+/=-]{8,}/gi, `$1 ${mask}`);
}
function redactAll(value, redact) {
    if (typeof value === "string")
        return redact(value);
    if (Array.isArray(value))
        return value.map((each) => redactAll(each, redact));
    if (typeof value !== "object" || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactAll(each, redact)]));
}

;// CONCATENATED MODULE: ./build/workload/arrival.js

/** Request i is due at i ÷ rate, the first at 0; computed from i, so that rounding never adds up. */
function constantTimes(ratePerSecond) {
    let index = 0;
    return () => micros((index++ * 1_000_000) / ratePerSecond);
}
/** Gaps of −ln(1 − u) ÷ rate (inverse of the exponential distribution), the first before request 0. */
function poissonTimes(ratePerSecond, random) {
    let seconds = 0;
    return () => {
        seconds -= Math.log(1 - random()) / ratePerSecond;
        return micros(seconds * 1_000_000);
    };
}
function within(bound, next) {
    if (bound.kind === "requests") {
        return Array.from({ length: bound.requests }, next);
    }
    const offsets = [];
    for (let due = next(); due < bound.duration; due = next()) {
        offsets.push(due);
    }
    return offsets;
}
/** Evenly spaced; a duration holds every due time before its end. */
function constantArrivals(ratePerSecond, bound) {
    return within(bound, constantTimes(ratePerSecond));
}
/** A Poisson process: its count within a duration is itself random, but fixed by the seed behind `random`. */
function poissonArrivals(ratePerSecond, bound, random) {
    return within(bound, poissonTimes(ratePerSecond, random));
}

;// CONCATENATED MODULE: ./build/workload/schedule.js
// Schedule: a workload and its seed made into planned requests.






/** Prompts that the digest covers: each depends on seed and id alone, so that the first ones stand for the rest. */
const digestedPrompts = 1_000;
function schedule_boundOf(workload, phase) {
    return phase === "measure"
        ? workload.bound
        : { kind: "requests", requests: workload.warmUpRequests };
}
/** Warm-up arrives evenly, so that it is never above the measured load. */
function offsetsOf(workload, phase) {
    const { load, seed } = workload;
    if (load.kind === "closed") {
        return undefined;
    }
    const bound = schedule_boundOf(workload, phase);
    return load.arrival === "constant" || phase === "warm-up"
        ? constantArrivals(load.ratePerSecond, bound)
        : poissonArrivals(load.ratePerSecond, bound, randomStream(seed, "arrivals"));
}
/** How many requests a phase plans; undefined where the answers decide (closed loop for a duration). */
function plannedCount(workload, phase) {
    const bound = schedule_boundOf(workload, phase);
    return bound.kind === "requests" ? bound.requests : offsetsOf(workload, phase)?.length;
}
function digestSchedule(workload, phase) {
    const digest = (0,external_node_crypto_.createHash)("sha256").update(canonicalJson(offsetsOf(workload, phase) ?? null));
    const count = plannedCount(workload, phase) ?? digestedPrompts;
    for (let id = 0; id < Math.min(count, digestedPrompts); id++) {
        digest.update("\n").update(canonicalJson(promptFor(workload, { phase, id })));
    }
    return digest.digest("hex");
}
/**
 * What the phase sends, and when. Prompts are made when asked for (about 20 µs for 256 tokens), so that a closed loop may
 * go on for as long as it takes; the digest covers all offsets and the first 1,000 prompts.
 */
function scheduleFrom(workload, phase, scope) {
    const offsets = offsetsOf(workload, phase);
    const count = plannedCount(workload, phase);
    const nonceOf = workload.cache === "cold" ? noncesFrom(scope, phase) : undefined;
    return {
        phase,
        ...(offsets === undefined ? {} : { offsets }),
        ...(count === undefined ? {} : { count }),
        request: (id) => ({
            id,
            phase,
            prompt: promptFor(workload, { phase, id, nonce: nonceOf?.(id) }),
        }),
        /** Made when asked for: a thousand prompts take as long as some requests. */
        get digest() {
            return digestSchedule(workload, phase);
        },
    };
}

;// CONCATENATED MODULE: ./build/workload/cost.js
// What a measurement costs, told before it starts: requests and tokens, warm-up included.


const sum = (values) => values.reduce((total, value) => total + value, 0);
function plannedRequests(workload) {
    const measured = plannedCount(workload, "measure");
    return measured === undefined ? undefined : measured + workload.warmUpRequests;
}
/** A message list counts as its JSON, somewhat above what a chat template makes of it. */
function listedTokens(prompts, countTokens) {
    const lengths = prompts.map((prompt) => countTokens(prompt.kind === "text" ? prompt.text : JSON.stringify(prompt.messages)));
    return (requests) => Math.floor(requests / lengths.length) * sum(lengths) +
        sum(lengths.slice(0, requests % lengths.length));
}
function inputTokens(workload, countTokens) {
    const measured = plannedCount(workload, "measure");
    const source = workload.prompts;
    if (measured === undefined) {
        return undefined;
    }
    const requests = measured + workload.warmUpRequests;
    if (source.kind === "synthetic") {
        return requests * source.length.maximum;
    }
    if (countTokens === undefined) {
        return undefined;
    }
    const tokensOf = listedTokens(source.prompts, countTokens);
    const nonces = workload.cache === "cold" ? requests * nonceTokens : 0;
    return tokensOf(measured) + tokensOf(workload.warmUpRequests) + nonces;
}
/** One measurement; the confirmation costs as much again. Listed prompts need `countTokens`. */
function expectedCost(workload, countTokens) {
    const requests = plannedRequests(workload);
    return {
        requests,
        inputTokens: inputTokens(workload, countTokens),
        outputTokens: requests === undefined ? undefined : requests * workload.outputTokens,
    };
}

;// CONCATENATED MODULE: ./build/workload/duet/rounds.js
// Rounds: a workload's plan in parts of equal size, one after the other, each of which both endpoints of a duet get.

/** Whole number i of `parts` cuts through `total`, so that the parts add up and differ by one at most. */
function rounds_cut(total, index, parts) {
    return Math.floor((index * total) / parts);
}
function byRequests(requests, { index, of }, offsets) {
    const [from, to] = [rounds_cut(requests, index, of), rounds_cut(requests, index + 1, of)];
    const startAt = offsets?.[from - 1] ?? micros(0);
    return { index, from, to, startAt, bound: { kind: "requests", requests: to - from } };
}
function byDuration(duration, { index, of, unused }, offsets) {
    const startAt = micros((index * duration) / of);
    const endAt = micros(((index + 1) * duration) / of);
    const bound = { kind: "duration", duration: micros(endAt - startAt) };
    if (!offsets)
        return { index, from: unused, startAt, bound };
    const dueBefore = (at) => offsets.filter((offset) => offset < at).length;
    return { index, from: dueBefore(startAt), to: dueBefore(endAt), startAt, bound };
}
/** `offsets`: of the whole plan, in an open loop. */
function roundAt({ bound }, place, offsets) {
    return bound.kind === "requests"
        ? byRequests(bound.requests, place, offsets)
        : byDuration(bound.duration, place, offsets);
}
/** A part as a phase of its own: its ids and due times count from 0. */
function partOf(schedule, { from, to, startAt }) {
    const { phase, offsets } = schedule;
    return {
        phase,
        ...(offsets && {
            offsets: offsets.slice(from, to).map((offset) => micros(offset - startAt)),
        }),
        ...(to !== undefined && { count: to - from }),
        request: (id) => ({ ...schedule.request(from + id), id }),
        get digest() {
            return schedule.digest;
        },
    };
}
/** What an open loop counts as, for how many it has in flight is not known beforehand. */
const openLoopSlots = 8;
/** As many as are in flight at once: what has idled meanwhile (connections, caches, clocks) wakes with the first ones. */
function atSwitch({ load, warmUpRequests }) {
    return Math.min(warmUpRequests, load.kind === "closed" ? load.concurrency : openLoopSlots);
}
/** An endpoint's warm-up of all rounds: the whole one before its first, a short one at each later switch to it. */
function warmUpOf(workload, rounds) {
    return workload.warmUpRequests + (rounds - 1) * atSwitch(workload);
}
/** The warm-up's part before a round, of a schedule that holds all of it. */
function warmUpAt(workload, index, offsets) {
    const from = index === 0 ? 0 : warmUpOf(workload, index);
    return { from, to: warmUpOf(workload, index + 1), startAt: offsets?.[from] ?? micros(0) };
}

;// CONCATENATED MODULE: ./build/measure/caps.js




/** The most that one request can cost, in plain HTTP nothing; a listed prompt's own length is not known beforehand. */
function tokensPerRequest({ prompts, outputTokens }) {
    return outputTokens + (prompts.kind === "synthetic" ? prompts.length.maximum : 0);
}
function caps_sum(costs) {
    return costs.reduce((total, cost) => (total === undefined || cost === undefined ? undefined : total + cost), 0);
}
/** What a workload asks of one endpoint: a duet of so many rounds warms up at each switch. */
function atOneEndpoint(workload, rounds) {
    if (rounds === undefined)
        return workload;
    return { ...workload, warmUpRequests: warmUpOf(workload, rounds) };
}
/**
 * One measurement of all workloads, readiness probes and both endpoints of a duet included; a confirmation costs as
 * much again.
 */
function costOf({ workloads, measure, duet }, jobs = 1) {
    const endpoints = duet ? 2 : 1;
    const probes = measure.readyTimeout === undefined ? 0 : 1;
    const requests = workloads.map((workload) => {
        const count = caps_sum([expectedCost(atOneEndpoint(workload, duet?.rounds)).requests, probes]);
        return count === undefined ? undefined : jobs * endpoints * count;
    });
    const tokens = workloads.map((workload, index) => {
        const count = requests[index];
        return count === undefined ? undefined : count * tokensPerRequest(workload);
    });
    return { requests: caps_sum(requests), tokens: caps_sum(tokens) };
}
/** A first measurement that is known to break a cap is refused before it starts; so are several jobs of one each. */
function checkCaps(config, jobs = 1) {
    const { maxRequests, maxTokens } = config.measure;
    const cost = costOf(config, jobs);
    const what = jobs === 1 ? "one measurement costs" : `${jobs} jobs cost`;
    const over = (input, cap, known) => cap === undefined || known === undefined || known <= cap
        ? []
        : [{ input, value: `${cap}`, legal: `at least ${known}, which ${what}` }];
    const problems = [
        ...over("max-requests", maxRequests, cost.requests),
        ...over("max-tokens", maxTokens, cost.tokens),
    ];
    if (problems.length > 0)
        throw configError(problems);
}
/** How many requests of this workload may still be sent. */
function requestCap({ requests, tokens }, workload) {
    const each = tokensPerRequest(workload);
    const affordable = tokens === undefined || each === 0 ? [] : [Math.floor(tokens / each)];
    const bounds = [...(requests === undefined ? [] : [requests]), ...affordable];
    return bounds.length === 0 ? undefined : Math.max(0, Math.min(...bounds));
}
function sentBy({ counts }) {
    return counts.attempted + counts.warmUp.attempted;
}
/** What is left after a workload was measured; what it sent is taken at its most. */
function capsAfter(caps, workload, run) {
    return capsAfterSending(caps, workload, sentBy(run) + (run.duet ? sentBy(run.duet.base) : 0));
}
function capsAfterSending(caps, workload, sent) {
    const left = (cap, cost) => cap === undefined ? undefined : cap - cost;
    return {
        requests: left(caps.requests, sent),
        tokens: left(caps.tokens, sent * tokensPerRequest(workload)),
    };
}
/** Seconds, at a first token after 300 ms and 20 ms per token: an order of magnitude for people. */
function roughSeconds({ load, bound, outputTokens, warmUpRequests }) {
    if (bound.kind === "duration")
        return toSeconds(bound.duration);
    const requests = bound.requests + warmUpRequests;
    return load.kind === "open"
        ? requests / load.ratePerSecond + roughAnswer(outputTokens)
        : (requests / load.concurrency) * roughAnswer(outputTokens);
}
function roughAnswer(outputTokens) {
    return 0.3 + 0.02 * outputTokens;
}
/** Both endpoints, each of whose rounds ends with its last answer. */
function roughDuet(workload, rounds) {
    const ends = rounds * roughAnswer(workload.outputTokens);
    return 2 * (roughSeconds(atOneEndpoint(workload, rounds)) + ends);
}
function thousands(count) {
    return count.toLocaleString("en-US");
}
function minutes(seconds) {
    return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
function costWords(config, jobs) {
    const { requests, tokens } = costOf(config, jobs);
    const shown = requests === undefined ? "requests until the time is up" : `${thousands(requests)} requests`;
    const parted = config.duet ? ", half of them to each endpoint" : "";
    const most = tokens ? `, at most ${thousands(tokens)} tokens` : "";
    const pace = tokens === 0 ? "per answer" : "to the first token and 20 ms per token";
    return `${shown}${parted}${most}, about ${minutes(secondsOf(config, jobs))} at 300 ms ${pace}`;
}
function secondsOf({ workloads, duet }, jobs) {
    const seconds = workloads.map((workload) => duet ? roughDuet(workload, duet.rounds) : roughSeconds(workload));
    return jobs * seconds.reduce((total, each) => total + each, 0);
}
function budgetWords({ measure }) {
    return `Budget ${minutes(toSeconds(measure.budget))}.`;
}
/** One line that says beforehand what the job will cost. */
function costLine(config) {
    const plan = `Plan: ${costWords(config, 1)}; twice that if confirmed. ${budgetWords(config)}`;
    const twice = 2 * secondsOf(config, 1);
    const short = config.policy.confirm > 0 && twice > toSeconds(config.measure.budget);
    return short ? `${plan} That may not do for a confirmation.` : plan;
}
/** The same of several jobs, none of which is confirmed. */
function jobsCostLine(config, jobs) {
    const short = secondsOf(config, jobs) > toSeconds(config.measure.budget);
    const doubt = short ? " That may not do for all of them." : "";
    const all = jobs === 1 ? "1 job," : `${jobs} jobs, together`;
    return `Plan: ${all} ${costWords(config, jobs)}. ${budgetWords(config)}${doubt}`;
}

;// CONCATENATED MODULE: ./build/metrics/values/derive.js
// One record → its own times and rates; absent wherever the definition does not apply.


function isVisible(piece) {
    return piece.kind !== "reasoning";
}
function distinctArrivals(pieces) {
    return new Set(pieces.map(({ at }) => at)).size;
}
/** The times of the first, first visible and last piece; none of them where the answer was not streamed. */
function arrivalsOf({ pieces, streamed, scheduledAt }) {
    const outputReads = distinctArrivals(pieces);
    const first = pieces[0];
    const last = pieces.at(-1);
    if (!streamed || !first || !last)
        return { outputReads };
    const since = (piece) => micros(piece.at - scheduledAt);
    const visible = pieces.find(isVisible);
    return {
        outputReads,
        ttft: since(first),
        lastOutput: since(last),
        ...(visible && { ttfvt: since(visible) }),
    };
}
/** Gaps between successive pieces, 0 within one read; none where all output came in one. */
function gapsOf({ pieces, streamed }, { outputReads }) {
    if (!streamed || outputReads < 2)
        return [];
    return pieces.slice(1).map((piece, index) => micros(piece.at - (pieces[index]?.at ?? piece.at)));
}
function paceFigures(tokens, { ttft, lastOutput, outputReads }) {
    const pace = paceOf({ tokens, reads: outputReads, first: ttft, last: lastOutput });
    if (!pace)
        return {};
    const took = micros(pace.took);
    return { tpot: took / pace.tokens, generationRate: pace.tokens / toSeconds(took) };
}
function derive(record, arrivals) {
    const e2e = micros(record.endedAt - record.scheduledAt);
    const tokens = record.tokens.output;
    return {
        e2e,
        ...(record.sentAt !== undefined && { queueDelay: micros(record.sentAt - record.scheduledAt) }),
        ...arrivals,
        ...paceFigures(tokens, arrivals),
        ...(tokens !== undefined && e2e > 0 && { wholeRequestRate: tokens / toSeconds(e2e) }),
    };
}

// EXTERNAL MODULE: ./node_modules/hdr-histogram-js/dist/index.js
var hdr_histogram_js_dist = __webpack_require__(32960);
;// CONCATENATED MODULE: ./build/metrics/values/distribution.js
// Values → Distribution; the only importer of hdr-histogram-js.




/** Requests that must lie beyond a percentile for it to mean anything (n·(1−q) ≥ 5). */
const supportingSamples = 5;
const percentiles = ["p50", "p90", "p95", "p99"];
function isWeak(statistic, n) {
    const q = quantileOf[statistic];
    return q !== undefined && n * (1 - q) < supportingSamples - 1e-9;
}
/** Histograms hold integers: times as whole µs, rates as thousandths of a token per second. */
const histogramUnits = 1_000;
function histogramOf(values) {
    const histogram = (0,hdr_histogram_js_dist/* build */.jq)({
        numberOfSignificantValueDigits: 3,
        autoResize: true,
        useWebAssembly: false,
    });
    for (const value of values)
        distribution_record(histogram, value);
    return histogram;
}
function distribution_record(histogram, value) {
    histogram.recordValue(Math.round(value * histogramUnits));
}
function weakOf(n) {
    return percentiles.filter((statistic) => isWeak(statistic, n));
}
/**
 * The distribution of `values` (in the metric's own unit: ms, or tokens/s), quantiles by type 7 from
 * the raw values. Undefined for no values: a distribution of nothing is not a row of zeros.
 * Throws RangeError on a negative or non-finite value, which no clock of ours can give.
 */
function distributionOf(metric, values) {
    const sample = sampleOf(values);
    if (!sample)
        return undefined;
    if (quantile(sample, 0) < 0)
        throw new RangeError(`${metric.id} cannot be negative`);
    return {
        unit: metric.unit,
        better: metric.better,
        scope: metric.scope,
        n: sample.length,
        mean: values.reduce((sum, value) => sum + value, 0) / values.length,
        p50: quantile(sample, 0.5),
        p90: quantile(sample, 0.9),
        p95: quantile(sample, 0.95),
        p99: quantile(sample, 0.99),
        min: quantile(sample, 0),
        max: quantile(sample, 1),
        weak: weakOf(sample.length),
        histogram: (0,hdr_histogram_js_dist/* encodeIntoCompressedBase64 */.dH)(histogramOf(sample)),
    };
}
/** So many values are kept as they are, 2 MB of them. */
const mostExact = 2 ** 18;
/**
 * Values that may be too many to be kept, as gaps of a long run are: as they are up to 262,144, in a histogram (within 0.1 %)
 * from then on. Mean, minimum and maximum are always exact.
 */
class ManyValues {
    #values = [];
    #histogram;
    #n = 0;
    #sum = 0;
    #min = Number.POSITIVE_INFINITY;
    #max = 0;
    add(value) {
        this.#n += 1;
        this.#sum += value;
        this.#min = Math.min(this.#min, value);
        this.#max = Math.max(this.#max, value);
        if (this.#histogram)
            distribution_record(this.#histogram, value);
        else if (this.#values.push(value) > mostExact)
            this.#overflow();
    }
    distribution(metric) {
        const histogram = this.#histogram;
        if (!histogram)
            return distributionOf(metric, this.#values);
        const at = (share) => histogram.getValueAtPercentile(100 * share) / histogramUnits;
        return {
            unit: metric.unit,
            better: metric.better,
            scope: metric.scope,
            n: this.#n,
            mean: this.#sum / this.#n,
            p50: at(0.5),
            p90: at(0.9),
            p95: at(0.95),
            p99: at(0.99),
            min: this.#min,
            max: this.#max,
            weak: weakOf(this.#n),
            histogram: (0,hdr_histogram_js_dist/* encodeIntoCompressedBase64 */.dH)(histogram),
        };
    }
    #overflow() {
        this.#histogram = histogramOf(this.#values);
        this.#values = [];
    }
}

;// CONCATENATED MODULE: ./build/metrics/values/refusal.js
/** Not registered, but what some APIs answer when they are overloaded. */
const overloadedStatus = 529;
const overloaded = /\boverload(?:ed)?\b|\boverloaded_/i;
/** 429 and 503 are told apart as `rejected`; an API's own "overloaded" comes with another status, or inside a 200. */
function isRefusal({ failure, status, detail }) {
    if (failure === "rejected")
        return true;
    if (failure !== "http_status" && failure !== "in_stream_error")
        return false;
    return status === overloadedStatus || overloaded.test(detail);
}

;// CONCATENATED MODULE: ./build/metrics/values/goodput.js

/** A value that the request does not have meets nothing: an absence is not a fast answer. */
function meets(derived, { metric, max }) {
    const value = derived[metric];
    return value !== undefined && value <= max;
}
function isGood(record, objectives) {
    const derived = derive(record, record.arrivals);
    return objectives.every((objective) => meets(derived, objective));
}

;// CONCATENATED MODULE: ./build/metrics/run/deployment.js
// The deployment's metrics: throughputs, goodput and error rate over the window.






function deployment_scalar(id, value) {
    const { unit, better, scope } = metric(id);
    return { unit, better, scope, value };
}
/** A throughput needs every completed request's count: one unknown would quietly lower the sum. */
function tokenRates(attempted, completed, window) {
    const seconds = toSeconds(durationOf(window));
    if (completed.some(({ tokens }) => tokens.output === undefined))
        return {};
    const output = attempted.reduce((sum, record) => sum + outputInside(record, window), 0);
    const rates = { output_throughput: deployment_scalar("output_throughput", output / seconds) };
    if (completed.some(({ tokens }) => tokens.input === undefined))
        return rates;
    const input = attempted.reduce((sum, record) => sum + inputInside(record, window), 0);
    return { ...rates, total_throughput: deployment_scalar("total_throughput", (input + output) / seconds) };
}
function uncountedWarning(attempted) {
    const uncounted = attempted.filter(({ tokens, pieceCount }) => tokens.output === undefined && pieceCount > 0).length;
    if (uncounted === 0)
        return [];
    const message = `${uncounted} requests sent output without a token count; throughput holds none of it`;
    return [warning("uncounted-tokens", message)];
}
/** No window or no completed request: no rates at all, and the failures alone. */
function deploymentMetrics(records, window, objectives) {
    const attempted = records.filter(isAttempted);
    const completed = attempted.filter(isCompleted);
    if (attempted.length === 0)
        return { scalars: {}, warnings: [] };
    const failed = attempted.filter((record) => record.outcome === "failed");
    const refused = failed.filter(isRefusal).length;
    const errors = {
        error_rate: deployment_scalar("error_rate", failed.length / attempted.length),
        rejection_rate: deployment_scalar("rejection_rate", refused / attempted.length),
    };
    if (!window || durationOf(window) <= 0 || completed.length === 0) {
        return { scalars: errors, warnings: [] };
    }
    const seconds = toSeconds(durationOf(window));
    const inside = completed.filter(({ endedAt }) => isInside(endedAt, window));
    const good = completed.filter((record) => isGood(record, objectives));
    const goodInside = good.filter(({ endedAt }) => isInside(endedAt, window)).length;
    return {
        scalars: {
            ...errors,
            ...tokenRates(attempted, completed, window),
            request_throughput: deployment_scalar("request_throughput", inside.length / seconds),
            ...(objectives.length > 0 && {
                goodput: deployment_scalar("goodput", goodInside / seconds),
                good_share: deployment_scalar("good_share", good.length / attempted.length),
            }),
        },
        warnings: uncountedWarning(attempted),
    };
}

;// CONCATENATED MODULE: ./build/metrics/run/oddities.js
// Oddities: what was strange about answers that still count, told once per kind with how many there were.


/** Codes that dialects give, in words that follow "N of M answers". */
const words = {
    not_streamed: "came whole although a stream was asked for; they have no TTFT",
    malformed_event: "held events that are not JSON, which were left out",
    no_finish_reason: "gave no finish reason",
    no_end_event: "ended without the protocol's end event, after a finish reason",
    output_length_unverified: "were asked for an exact length and did not say how long they are",
};
function tell(code, count, of) {
    const what = words[code] ?? `were odd (${code})`;
    return warning(code.replaceAll("_", "-"), `${count} of ${of} answers ${what}`);
}
function oddityWarnings(completed) {
    const codes = completed.flatMap(({ oddities }) => oddities);
    return [...new Set(codes)].map((code) => {
        const count = completed.filter(({ oddities }) => oddities.includes(code)).length;
        return tell(code, count, completed.length);
    });
}
function arrivedAtOnce({ streamed, pieceCount, arrivals }) {
    return streamed && pieceCount > 1 && arrivals.outputReads === 1;
}
/** A proxy that collects a stream shows when it let go, not when the model spoke. */
function oddities_bufferingWarnings(completed) {
    const count = completed.filter(arrivedAtOnce).length;
    if (count === 0)
        return [];
    const message = `${count} of ${completed.length} answers came in one piece: something between here and the model collects the stream, so they have no pace`;
    return [warning("buffered", message)];
}
function resendWarnings(attempted) {
    const count = attempted.filter(({ resent }) => resent).length;
    if (count === 0)
        return [];
    const message = `${count} of ${attempted.length} requests were sent again, as the server had closed the kept connection before answering`;
    return [warning("resent", message)];
}
/** Neither success nor failure, so no other figure shows them. */
function cutWarnings(records) {
    const count = records.filter(({ outcome }) => outcome === "interrupted").length;
    if (count === 0)
        return [];
    const message = `${count} of ${records.length} requests were cut while they still ran; they are in no latency and no error rate`;
    return [warning("interrupted", message)];
}
/** A fleet rotates: worth knowing, since the numbers are then of several versions. */
function rotationWarnings(completed) {
    const fingerprints = completed.flatMap(({ servedBy }) => servedBy.fingerprint ?? []);
    const distinct = new Set(fingerprints).size;
    if (distinct < 2)
        return [];
    const message = `the endpoint told ${distinct} different fingerprints of itself during the measurement`;
    return [warning("fingerprint-changed", message)];
}
function answerWarnings(records) {
    const attempted = records.filter(isAttempted);
    const completed = attempted.filter(isCompleted);
    return [
        ...oddityWarnings(completed),
        ...oddities_bufferingWarnings(completed),
        ...resendWarnings(attempted),
        ...cutWarnings(records),
        ...rotationWarnings(completed),
    ];
}

;// CONCATENATED MODULE: ./build/metrics/run/run-record.js
// One RequestRecord as an entry of run.json: milliseconds, null where absent.


const run_record_never = {
    failure: null,
    detail: null,
    status: null,
    sentMs: null,
    ttftMs: null,
    ttfvtMs: null,
    lastOutputMs: null,
    e2eMs: null,
    outputReads: null,
    outputPieces: null,
    inputTokens: null,
    outputTokens: null,
    reasoningTokens: null,
    cachedTokens: null,
    estimatedOutputTokens: null,
    tokenSource: null,
    finishReason: null,
    freshConnection: null,
    connectMs: null,
    resent: false,
};
function orNull(duration) {
    return duration === undefined ? null : toMilliseconds(duration);
}
function times(record, zero) {
    const derived = derive(record, record.arrivals);
    const sent = record.sentAt === undefined ? undefined : micros(record.sentAt - zero);
    return {
        sentMs: orNull(sent),
        ttftMs: orNull(derived.ttft),
        ttfvtMs: orNull(derived.ttfvt),
        lastOutputMs: orNull(derived.lastOutput),
        e2eMs: orNull(derived.e2e),
        outputReads: derived.outputReads,
        outputPieces: record.pieceCount,
    };
}
function tokens({ tokens: counts }) {
    return {
        inputTokens: counts.input ?? null,
        outputTokens: counts.output ?? null,
        reasoningTokens: counts.reasoning ?? null,
        cachedTokens: counts.cached ?? null,
        estimatedOutputTokens: counts.estimatedOutput ?? null,
        tokenSource: counts.source,
    };
}
function runRecordFrom(record, options) {
    const { id, outcome } = record;
    const scheduledMs = toMilliseconds(micros(record.scheduledAt - options.zero));
    const round = record.round === undefined ? {} : { round: record.round };
    if (outcome === "dropped")
        return { ...run_record_never, id, ...round, outcome, scheduledMs };
    return {
        id,
        ...round,
        outcome,
        failure: outcome === "failed" ? record.failure : null,
        detail: outcome === "failed" ? record.detail : null,
        status: record.status ?? null,
        scheduledMs,
        ...times(record, options.zero),
        ...tokens(record),
        finishReason: record.finishReason ?? null,
        freshConnection: record.freshConnection,
        connectMs: orNull(record.connect),
        resent: record.resent,
        ...(options.saveResponses && { text: record.text, reasoning: record.reasoning }),
    };
}

;// CONCATENATED MODULE: ./build/stats/comparisons/ranks.js
// Midranks, and how many ways there are to draw some of them with a given sum.
/** Ranks from 1, ties at their mean rank; doubled, so that they are integers. */
function ranks_doubledMidranks(values) {
    const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
    const ranks = new Array(values.length).fill(0);
    for (let from = 0; from < order.length;) {
        let to = from;
        while (order[to + 1]?.value === order[from]?.value)
            to += 1;
        for (const { index } of order.slice(from, to + 1))
            ranks[index] = from + to + 2;
        from = to + 1;
    }
    return ranks;
}
/** `ways[s]`: subsets of `size` of the integers whose sum is s; of any size where none is given. */
function ranks_subsetSums(integers, size) {
    const total = integers.reduce((sum, value) => sum + value, 0);
    const sizes = size ?? 0;
    const ways = Array.from({ length: sizes + 1 }, () => new Array(total + 1).fill(0));
    for (const row of ways.slice(0, 1))
        row[0] = 1;
    for (const value of integers)
        addValue(ways, value, size === undefined);
    return ways[sizes] ?? [];
}
/** Takes one more integer into account, from the largest sums down so that it is used once. */
function addValue(ways, value, anySize) {
    for (let taken = ways.length - 1; taken >= (anySize ? 0 : 1); taken -= 1) {
        const row = ways[taken];
        const from = anySize ? row : ways[taken - 1];
        if (!row || !from)
            continue;
        for (let sum = row.length - 1; sum >= value; sum -= 1)
            row[sum] = (row[sum] ?? 0) + (from[sum - value] ?? 0);
    }
}

;// CONCATENATED MODULE: ./build/stats/comparisons/mann-whitney.js
// Mann and Whitney's test: does one sample tend to hold larger values than the other?


/** Pairs in which a is the larger, ties counted half. */
function uOf({ a, b }) {
    const ranks = ranks_doubledMidranks([...a, ...b]).slice(0, a.length);
    const sum = ranks.reduce((total, rank) => total + rank, 0) / 2;
    return sum - (a.length * (a.length + 1)) / 2;
}
/** The share of pairs in which b is the larger (probability of superiority). */
function superiorityOf(samples) {
    return 1 - uOf(samples) / (samples.a.length * samples.b.length);
}
/** Two-sided, over all ways to share the values out; exact with ties too. The work grows with the cube of the size. */
function exactPOf({ a, b }) {
    const ranks = doubledMidranks([...a, ...b]);
    const ways = subsetSums(ranks, a.length);
    const seen = ranks.slice(0, a.length).reduce((sum, rank) => sum + rank, 0);
    const all = mann_whitney_total(ways);
    return Math.min(1, (2 * Math.min(mann_whitney_total(ways.slice(0, seen + 1)), mann_whitney_total(ways.slice(seen)))) / all);
}
/** Two-sided, by the normal approximation with its correction for ties, and for continuity unless told otherwise. */
function approximatePOf(samples, { continuity = true } = {}) {
    const { a, b } = samples;
    const pairs = a.length * b.length;
    const n = a.length + b.length;
    const ties = tieTerm([...a, ...b]) / (n * (n - 1));
    const deviation = Math.sqrt((pairs / 12) * (n + 1 - ties));
    const u = uOf(samples);
    const excess = Math.max(u, pairs - u) - pairs / 2 - (continuity ? 0.5 : 0);
    return Math.min(1, 2 * normalUpperTail(excess / deviation));
}
/** Σ (t³ − t) over groups of t equal values. */
function tieTerm(values) {
    const groups = Map.groupBy(values, (value) => value);
    return [...groups.values()].reduce((sum, { length }) => sum + length ** 3 - length, 0);
}
function mann_whitney_total(values) {
    return values.reduce((sum, value) => sum + value, 0);
}

;// CONCATENATED MODULE: ./build/metrics/run/steadiness.js
// Steadiness: whether the first tenth of the measured requests was still unlike the rest, so that more warm-up is needed.






const firstShare = 0.1;
/** Fewer requests than these in the tenth say nothing. */
const leastFirst = 10;
/** Requests of one run are not independent: the bound is far below what one would ask of those that are. */
const steadiness_alpha = 1e-3;
/** Medians that differ by less are of no account, however many requests say so. */
const leastDifference = 0.05;
/** What a cold start lengthens: reading the prompt and the pace; the whole where neither is known. */
const steadiness_readers = [
    ["ttft", ({ ttft }) => ttft],
    ["tpot", ({ tpot }) => tpot],
    ["e2e", ({ e2e, ttft }) => (ttft === undefined ? e2e : undefined)],
];
/**
 * A closed loop opens with all its requests at once, which no amount of warm-up changes: its tenth begins after them.
 * Undefined where there are too few.
 */
function parted(values, load) {
    const opening = load.kind === "closed" ? load.concurrency : 0;
    const count = Math.floor(firstShare * values.length);
    if (count < leastFirst || opening + count > values.length / 2)
        return undefined;
    return {
        first: values.slice(opening, opening + count),
        rest: values.slice(opening + count),
    };
}
function medianOf(values) {
    const sample = sampleOf(values);
    return sample ? quantile(sample, 0.5) : Number.NaN;
}
function trendOf(id, { first, rest }) {
    const [before, after] = [medianOf(first), medianOf(rest)];
    if (Math.abs(before / after - 1) <= leastDifference)
        return undefined;
    if (approximatePOf({ a: first, b: rest }) >= steadiness_alpha)
        return undefined;
    const [shown, steady] = [before, after].map((each) => (each / 1_000).toFixed(1));
    return `${metric(id).label} p50 ${shown} ms in the first ${first.length} requests and ${steady} ms after them`;
}
/** `completed`: in planned order. */
function steadinessWarnings(completed, load) {
    const derived = completed.map((record) => derive(record, record.arrivals));
    const trends = steadiness_readers.flatMap(([id, read]) => {
        const parts = parted(derived.flatMap((each) => read(each) ?? []), load);
        return (parts && trendOf(id, parts)) ?? [];
    });
    if (trends.length === 0)
        return [];
    const message = `the endpoint was not steady when the measurement began: ${trends.join(", ")}; a longer warm-up may help`;
    return [warning("not-steady", message)];
}

;// CONCATENATED MODULE: ./build/metrics/run/tokens-summary.js
// The token side of a run: where the counts come from, how long prompts and answers were.



/** Server and tokenizer differing by more than this share is worth a warning. */
const maxDisagreement = 0.1;
function lengths(counts) {
    const sample = sampleOf(counts);
    if (!sample)
        return null;
    const total = counts.reduce((sum, count) => sum + count, 0);
    return {
        n: sample.length,
        total,
        mean: total / sample.length,
        min: quantile(sample, 0),
        p50: quantile(sample, 0.5),
        p95: quantile(sample, 0.95),
        max: quantile(sample, 1),
    };
}
function sourceOf(records) {
    const sources = new Set(records.map(({ tokens }) => tokens.source));
    const [only] = sources;
    return sources.size > 1 ? "mixed" : (only ?? "unknown");
}
function tally(values) {
    const counts = {};
    for (const value of values)
        counts[value] = (counts[value] ?? 0) + 1;
    return counts;
}
function tokens_summary_total(counts) {
    return counts.reduce((sum, count) => sum + count, 0);
}
/** Cached ÷ input over the requests that report both; null where the server says nothing of caching. */
function cachedShare(records) {
    const known = records.filter(({ tokens }) => tokens.cached !== undefined && tokens.input);
    if (known.length === 0)
        return null;
    const input = tokens_summary_total(known.map(({ tokens }) => tokens.input ?? 0));
    return Math.min(1, tokens_summary_total(known.map(({ tokens }) => tokens.cached ?? 0)) / input);
}
function tokensSummary(records, encoding) {
    const reasoning = records.flatMap(({ tokens }) => tokens.reasoning ?? []);
    return {
        source: sourceOf(records),
        encoding: encoding ?? null,
        input: lengths(records.flatMap(({ tokens }) => tokens.input ?? [])),
        output: lengths(records.flatMap(({ tokens }) => tokens.output ?? [])),
        reasoningTotal: reasoning.length === 0 ? null : tokens_summary_total(reasoning),
        cachedShare: cachedShare(records),
        finishReasons: tally(records.map(({ finishReason }) => finishReason ?? "none")),
    };
}
function tokenWarnings(records) {
    const both = records.filter(({ tokens }) => tokens.source === "usage" && tokens.estimatedOutput !== undefined);
    const server = tokens_summary_total(both.map(({ tokens }) => tokens.output ?? 0));
    const ours = tokens_summary_total(both.map(({ tokens }) => tokens.estimatedOutput ?? 0));
    if (server === 0 || Math.abs(ours / server - 1) <= maxDisagreement)
        return [];
    const message = `the server counts ${server} output tokens where our tokenizer counts ${ours}`;
    return [warning("token-counts-differ", message)];
}
/** Events that hold several tokens make gaps between events, not between tokens. */
function bundlingWarnings(records) {
    const streamed = records.filter(({ streamed, tokens }) => streamed && tokens.output !== undefined);
    const tokens = tokens_summary_total(streamed.map((record) => record.tokens.output ?? 0));
    const pieces = tokens_summary_total(streamed.map((record) => record.pieceCount));
    if (pieces === 0 || tokens / pieces < 1.1)
        return [];
    const perPiece = (tokens / pieces).toFixed(1);
    const message = `an output piece holds ${perPiece} tokens on average; ITL is the gap between pieces, not tokens`;
    return [warning("bundled-tokens", message)];
}

;// CONCATENATED MODULE: ./build/metrics/run/workload-run.js
// Measured → WorkloadRun: everything that one workload's measurement found, ready for run.json.














const perRequest = [
    ["ttft", ({ ttft }) => durations(ttft)],
    ["ttfvt", ({ ttfvt }) => durations(ttfvt)],
    ["e2e", ({ e2e }) => durations(e2e)],
    ["tpot", ({ tpot }) => workload_run_present(tpot).map((value) => value / 1_000)],
    ["generation_rate", ({ generationRate }) => workload_run_present(generationRate)],
    ["whole_request_rate", ({ wholeRequestRate }) => workload_run_present(wholeRequestRate)],
    ["queue_delay", ({ queueDelay }) => durations(queueDelay)],
];
function workload_run_present(value) {
    return value === undefined ? [] : [value];
}
function durations(value) {
    return workload_run_present(value).map(toMilliseconds);
}
function distributions(completed, { gaps }) {
    const found = {};
    const derived = completed.map((record) => derive(record, record.arrivals));
    for (const [id, valuesOf] of perRequest) {
        const distribution = distributionOf(metric(id), derived.flatMap(valuesOf));
        if (distribution)
            found[id] = distribution;
    }
    const itl = gaps.distribution(metric("itl"));
    return itl ? { ...found, itl } : found;
}
/** The first failure of each kind. */
function examples(failed) {
    const firsts = new Map(failed.toReversed().map((record) => [record.failure, record]));
    return [...firsts.values()].map(({ failure, status, detail }) => ({
        failure,
        status: status ?? null,
        detail,
    }));
}
function workload_run_countsOf({ records, planned, warmUp }) {
    const failed = records.filter((record) => record.outcome === "failed");
    const count = (outcome) => records.filter((record) => record.outcome === outcome).length;
    return {
        planned: planned ?? null,
        attempted: records.filter(isAttempted).length,
        completed: count("completed"),
        failed: failed.length,
        interrupted: count("interrupted"),
        dropped: count("dropped"),
        failures: tally(failed.map(({ failure }) => failure)),
        refused: failed.filter(isRefusal).length,
        examples: examples(failed),
        warmUp,
    };
}
function quantileMs(values, q) {
    const sample = sampleOf(values);
    return sample ? toMilliseconds(micros(quantile(sample, q))) : null;
}
function healthOf({ health, records, workload }) {
    if (!health)
        return null;
    const attempted = records.filter(isAttempted);
    const late = lateness(records);
    return {
        ...health,
        scheduleLatenessP99Ms: workload.load.kind === "open" ? quantileMs(late, 0.99) : null,
        freshConnections: attempted.filter(({ freshConnection }) => freshConnection).length,
        resent: attempted.filter(({ resent }) => resent).length,
        connectP50Ms: quantileMs(attempted.flatMap(({ connect }) => workload_run_present(connect)), 0.5),
    };
}
function unique(values) {
    return [...new Set(values.flatMap(workload_run_present))].toSorted();
}
function servedBy(records) {
    const attempted = records.filter(isAttempted);
    return {
        models: unique(attempted.map((record) => record.servedBy.model)),
        fingerprints: unique(attempted.map((record) => record.servedBy.fingerprint)),
        servers: unique(attempted.map((record) => record.servedBy.server)),
    };
}
/** Where nothing was sent there is no window; its place is then a point at the end of sending. */
function describeWindow(window, zero, { wallZeroMs, rounds }) {
    const since = (at) => toMilliseconds(micros(at - zero));
    return {
        start: new Date(wallZeroMs + toMilliseconds(zero)).toISOString(),
        startMonotonicMs: toMilliseconds(zero),
        durationMs: window ? toMilliseconds(durationOf(window)) : 0,
        end: window?.end ?? "end-of-sending",
        ...(rounds && {
            stretches: (window?.stretches ?? []).map(({ startAt, endAt }) => ({
                startMs: since(startAt),
                endMs: since(endAt),
            })),
        }),
    };
}
/**
 * The shortest stretch of time that a gated cell rests on, ms: what the client's own lag is held against. A time per
 * token is the N − 1th part of the stretch that was stamped, so a lag distorts it by its N − 1th part only.
 */
function smallestGated(metrics, { records }, gated) {
    const output = records.filter(isCompleted).flatMap(({ tokens }) => tokens.output ?? []);
    const gaps = Math.max(1, output.reduce((sum, count) => sum + count, 0) / output.length - 1);
    const stretches = Object.entries(metrics).flatMap(([id, found]) => "p50" in found && found.better === "lower"
        ? ["mean", "p50", "p90", "p95", "p99"]
            .filter((statistic) => gated.has(`${id}.${statistic}`))
            .map((statistic) => found[statistic] * (found.unit === "ms/token" ? gaps : 1))
        : []);
    return stretches.length === 0 ? undefined : Math.min(...stretches);
}
/** `gated`: ids of the cells that the verdict will rest on, "ttft.p95". */
function workloadRunFrom(measured, gated) {
    const { workload, records } = measured;
    const concurrency = workload.load.kind === "closed" ? workload.load.concurrency : 1;
    const { sendingEndedAt, rounds } = measured;
    const window = windowOf({ records, sendingEndedAt, concurrency, rounds });
    const completed = records.filter(isCompleted);
    const deployment = deploymentMetrics(records, window, workload.objectives);
    const metrics = { ...distributions(completed, measured), ...deployment.scalars };
    const zero = window?.stretches[0]?.startAt ?? sendingEndedAt;
    const { saveResponses } = measured;
    const faults = faultsOf(measured, smallestGated(metrics, measured, gated));
    const isFault = (code) => faults.some((fault) => fault.code === code);
    return {
        name: workload.name,
        key: measured.key,
        definition: measured.definition,
        scheduleDigest: measured.scheduleDigest,
        window: describeWindow(window, zero, measured),
        counts: workload_run_countsOf(measured),
        metrics,
        tokens: tokensSummary(completed, measured.encoding),
        client: healthOf(measured),
        server: measured.server ?? null,
        servedBy: servedBy(records),
        warnings: [
            ...measured.warnings,
            ...deployment.warnings,
            ...tokenWarnings(completed),
            ...bundlingWarnings(completed),
            ...answerWarnings(records),
            ...steadinessWarnings(completed, workload.load),
            ...clientWarnings(measured.health).filter(({ code }) => !isFault(code)),
        ],
        invalid: faults,
        records: records.map((record) => runRecordFrom(record, { zero, saveResponses })),
    };
}

;// CONCATENATED MODULE: ./build/metrics/duet/duet-run.js
// Two endpoints measured in alternating rounds → one WorkloadRun: the candidate's, with the duet it was measured in.




/** Fewer tell little of a round's tail (docs/statistics.md). */
const enoughPerRound = 50;
const none = new Set();
/** What one side showed in one round, by the same means as a whole run. */
function shownIn(side, index) {
    const round = side.rounds?.[index];
    if (!round)
        return undefined;
    const { rounds: _, planned: __, ...whole } = side;
    const records = side.records.filter((record) => record.round === index);
    const run = workloadRunFrom({ ...whole, ...round, records }, none);
    const { counts } = run;
    const cells = Object.entries(cellsOf(run)).map(([id, { y, w, n }]) => [id, { y, w, n }]);
    return {
        cells: Object.fromEntries(cells),
        err: { x: counts.failed, n: counts.attempted },
        rej: refusedOf(counts),
    };
}
/** Cut rounds are in no comparison: half a round has other prompts on either side. */
function roundsOf({ base, candidate, complete }) {
    return Array.from({ length: complete }, (_, index) => {
        const [before, after] = [shownIn(base, index), shownIn(candidate, index)];
        return before && after ? [{ base: before, candidate: after }] : [];
    }).flat();
}
function fewWarnings(rounds) {
    const fewest = Math.min(...rounds.flatMap(({ base, candidate }) => [base.err.n, candidate.err.n]));
    if (fewest >= enoughPerRound)
        return [];
    const message = `${fewest} requests a round at each endpoint tell little of a round; ${enoughPerRound} or more are better`;
    return [warning("few-per-round", message)];
}
function duet_run_cutWarnings({ first, complete, candidate }) {
    if (!candidate.rounds || complete === first.length)
        return [];
    const message = `${complete} of ${first.length} rounds were carried out; what was cut is in the records and in no comparison`;
    return [warning("rounds-cut", message)];
}
const opening = (side) => `${side} endpoint: `;
function named(side, warnings) {
    return warnings.map(({ code, message }) => warning(code, `${opening(side)}${message}`));
}
/** Of a duet's faults: whether it is the base endpoint's alone. */
function isOfBase({ message }) {
    return message.startsWith(opening("base"));
}
/** What is not said elsewhere already. */
function unsaid(warnings, elsewhere) {
    const said = new Set(elsewhere.map(({ message }) => message));
    return warnings.filter(({ message }) => !said.has(message));
}
/** What was found before or beside the load tells more than what is missing for it. */
function duet_run_faultsOf(measured, candidate, base) {
    const obstacles = both(measured.candidate.obstacles, measured.base.obstacles);
    return obstacles.length > 0 ? obstacles : both(candidate.invalid, base.invalid);
}
/** What holds for both alike is said once, and of neither. */
function both(candidate, base) {
    const own = unsaid(candidate, base);
    return [
        ...unsaid(candidate, own),
        ...named("candidate", own),
        ...named("base", unsaid(base, candidate)),
    ];
}
/** Neither side is worth anything without the other: what spoils one spoils the run. `gated`: ids of gating cells. */
function duetRunFrom(measured, gated) {
    const candidate = workloadRunFrom(measured.candidate, gated);
    const base = workloadRunFrom(measured.base, gated);
    const rounds = roundsOf(measured);
    return {
        ...candidate,
        warnings: [
            ...candidate.warnings,
            ...duet_run_cutWarnings(measured),
            ...fewWarnings(rounds),
            ...named("base", unsaid(base.warnings, candidate.warnings)),
        ],
        invalid: duet_run_faultsOf(measured, candidate, base),
        duet: {
            endpoint: measured.endpoint,
            first: measured.first.slice(0, rounds.length),
            rounds,
            base,
        },
    };
}

;// CONCATENATED MODULE: ./build/workload/duet/order.js
// Order: which endpoint of a duet is measured first, round by round.

/**
 * Rounds in pairs of opposite order, ABBA or BAAB by lot: whoever drifts with time does so for both sides alike, and
 * nobody who knows one pair knows the next. `measurement`: a confirmation draws anew.
 */
function firstSides(seed, rounds, measurement) {
    const random = randomStream(seed, "duet-order", measurement);
    const first = [];
    while (first.length < rounds)
        first.push(...(random() < 0.5 ? ["base", "candidate"] : swapped));
    return first.slice(0, rounds);
}
const swapped = ["candidate", "base"];
function sidesOf(first) {
    return first === "base" ? ["base", "candidate"] : swapped;
}

;// CONCATENATED MODULE: ./build/measure/job.js
/**
 * An endpoint may echo what it was sent; it goes before anything is quoted, and so perhaps cut in half. Of a query each
 * name with its value: a bare value may be any word or date.
 */
function job_secretsOf({ apiKey, headers, endpoint }) {
    const query = endpoint.search.slice(1).split("&");
    return [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers), ...query];
}
const keyHeader = /^(authorization|proxy-authorization|api-key|x-api-key)$/;
/** A header whose secret is missing may still name its scheme. */
function isAuthenticated({ apiKey, headers }) {
    const isKey = ([name, value]) => keyHeader.test(name) && !/^\s*(basic|bearer|token)?\s*$/i.test(value);
    return apiKey !== undefined || Object.entries(headers).some(isKey);
}
/** Without query and user information. */
function shownEndpoint({ endpoint }) {
    return `${endpoint.protocol}//${endpoint.host}${endpoint.pathname}`;
}
function environmentOf({ measure, workloads }, job) {
    const { environment } = measure;
    return {
        model: environment.model ?? workloads[0]?.model ?? null,
        precision: environment.precision ?? null,
        hardware: environment.hardware ?? null,
        engine: environment.engine ?? null,
        replicas: environment.replicas ?? null,
        region: environment.region ?? null,
        runner: job.runner,
    };
}

;// CONCATENATED MODULE: ./build/measure/journal/journal.js
// Journal: where ended requests are kept while a measurement runs: in memory, or on disk, where they outlive a crash.
function memoryJournal() {
    let records = { base: [], candidate: [] };
    return {
        beginRun() { },
        beginWorkload() {
            records = { base: [], candidate: [] };
        },
        add: (record, side = "candidate") => void records[side].push(record),
        records: async (side = "candidate") => records[side],
    };
}

;// CONCATENATED MODULE: ./build/dialect/reading/estimate.js
/**
 * Fills the output count of a completed answer without one (source "estimate"). With
 * `besideUsage` an answer that has one gets `estimatedOutput` too. Text, reasoning and tool calls
 * are counted; an answer of which no text was kept stays as it is, and so do requests that did not
 * complete: without usage their output is unknown.
 */
function estimated(record, counter, { besideUsage = false } = {}) {
    if (record.outcome !== "completed") {
        return record;
    }
    const known = record.tokens.source === "usage";
    const count = known && !besideUsage ? undefined : countedOutput(record, counter);
    if (count === undefined) {
        return record;
    }
    const tokens = known
        ? { ...record.tokens, estimatedOutput: count }
        : { ...record.tokens, source: "estimate", output: count, estimatedOutput: count };
    return { ...record, tokens };
}
/** Counted apart, as the model wrote them; undefined where there is nothing to count. */
function countedOutput({ text, reasoning, toolCallText = "" }, counter) {
    const parts = [reasoning, text, toolCallText].filter((part) => part !== "");
    return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + counter.count(part), 0);
}

;// CONCATENATED MODULE: ./build/metrics/values/digest.js
// Digest: what is kept of each request once its answer has been read, so that an hour of them takes little room.



/** So many answers keep their text beside the server's count, to compare our own with it. */
const comparedTexts = 1_000;
class Digester {
    /** Between the pieces of completed answers, ms. */
    gaps = new ManyValues();
    #saveResponses;
    /** Of fewer requests than these the window ends with the last completion, wherever that lies. */
    #early;
    #allGaps;
    #count = 0;
    #sending = true;
    constructor({ load, saveResponses, allGaps }) {
        this.#saveResponses = saveResponses;
        this.#allGaps = allGaps;
        this.#early = 2 * (load.kind === "closed" ? load.concurrency : 1);
    }
    /** To be called when nothing more is sent: pieces that are read from then on may lie outside of the window. */
    sendingEnded() {
        this.#sending = false;
    }
    digest(record) {
        if (record.outcome === "dropped")
            return record;
        this.#count += 1;
        const arrivals = arrivalsOf(record);
        if (record.outcome === "completed")
            this.#addGaps(gapsOf(record, arrivals));
        const { pieces, toolCallText, ...rest } = record;
        const [first] = pieces;
        return {
            ...rest,
            ...(this.#keepsText(record) ? toolCallText && { toolCallText } : { text: "", reasoning: "" }),
            arrivals,
            pieceCount: pieces.length,
            ...(first && { firstPieceAt: first.at }),
            ...((this.#count <= this.#early || !this.#sending) && { pieces }),
        };
    }
    #addGaps(gaps) {
        for (const gap of gaps.map(toMilliseconds)) {
            this.gaps.add(gap);
            this.#allGaps?.add(gap);
        }
    }
    /** Text is kept to be saved or counted. */
    #keepsText({ tokens }) {
        return this.#saveResponses || tokens.source === "unknown" || this.#count <= comparedTexts;
    }
}

// EXTERNAL MODULE: ./node_modules/js-tiktoken/dist/lite.js + 1 modules
var lite = __webpack_require__(81021);
;// CONCATENATED MODULE: ./build/tokens.js
// TokenCounter by js-tiktoken/lite, with each vocabulary loaded on demand (about 0.7 s of CPU and 300 MB).

const ranks = {
    o200k_base: () => __webpack_require__.e(/* import() */ 913).then(__webpack_require__.bind(__webpack_require__, 75913)),
    cl100k_base: () => __webpack_require__.e(/* import() */ 718).then(__webpack_require__.bind(__webpack_require__, 60718)),
};
/**
 * The merging of one unbroken run of letters, punctuation or white space takes time by the square of its length, and the
 * text is the endpoint's: 100,000 times "a" would take minutes. Runs are cut after 64 characters, at the cost of a token
 * or two a cut. Digits need no cut: both vocabularies part them in threes. Each alternative is a class of characters
 * that one pattern of the vocabularies repeats; slashes and newlines follow punctuation in any mixture.
 */
const longRun = new RegExp([String.raw `\p{L}\p{M}`, String.raw `^\s\p{L}\p{N}`, String.raw `\s`, String.raw `\r\n/`]
    .map((characters) => `[${characters}]{64}(?=[${characters}])`)
    .join("|"), "gu");
function pieces(text) {
    const cuts = [...text.matchAll(longRun)].map((run) => run.index + run[0].length);
    return [0, ...cuts].map((start, index) => text.slice(start, cuts[index]));
}
/** Special tokens in a text ("<|endoftext|>") count as the ordinary text that they are there. */
async function loadTokenCounter(encoding) {
    const { default: vocabulary } = await ranks[encoding]();
    const tiktoken = new lite/* Tiktoken */.s(vocabulary);
    const countPiece = (piece) => tiktoken.encode(piece, [], []).length;
    return {
        encoding,
        count: (text) => pieces(text).reduce((total, piece) => total + countPiece(piece), 0),
    };
}

;// CONCATENATED MODULE: ./build/measure/records.js
// Records: each answer digested as soon as it was read, all of them in planned order when the load is over.



function recordsIn(journal, options) {
    const digester = new Digester(options);
    return {
        gaps: digester.gaps,
        sink: {
            add: (record) => journal.add(digester.digest(record)),
            sendingEnded: () => digester.sendingEnded(),
        },
        inOrder: () => inOrder(journal),
    };
}
/** Those of one side of a duet, or of the only one there is. */
async function inOrder(journal, side) {
    return (await journal.records(side)).toSorted((a, b) => a.id - b.id);
}
/** Where the server counts, its counts stand; the tokenizer is loaded only where it does not. */
async function counted(records, encoding) {
    // Without a piece of output there is nothing to count: plain HTTP.
    const isUncounted = (record) => record.outcome === "completed" && record.tokens.source === "unknown" && record.pieceCount > 0;
    if (!records.some(isUncounted))
        return { records };
    const counter = await loadTokenCounter(encoding);
    return {
        records: records.map((record) => estimated(record, counter, { besideUsage: true })),
        encoding,
    };
}

;// CONCATENATED MODULE: ./build/dialect/server-metrics/prometheus.js
// Prometheus text → samples; of a page that is anything else nothing.
/** Name, labels whose quoted values may hold anything, value; a timestamp may follow. */
const prometheus_line = /^([A-Za-z_:][\w:]*)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?[ \t]+(\S+)/;
/** Buckets of histograms, nine lines of ten on a usual page, are left out; so is what is not a finite number. */
function* samplesOf(text) {
    for (const each of text.split("\n")) {
        const [, name, labels = "", shown] = prometheus_line.exec(each) ?? [];
        if (name === undefined || name.endsWith("_bucket"))
            continue;
        const value = Number(shown);
        if (Number.isFinite(value))
            yield { name, labels, value };
    }
}

;// CONCATENATED MODULE: ./build/dialect/server-metrics/figures.js
// Figures: what vLLM, SGLang, TGI and llama.cpp tell of themselves on their metrics page, in one shape.

function histogram(name, label) {
    const only = label === undefined ? {} : { label };
    return { seconds: { name: `${name}_sum`, ...only }, count: { name: `${name}_count`, ...only } };
}
/** Names as of vLLM 0.5 to 0.12, SGLang 0.4 and 0.5, TGI 2 and 3, llama.cpp since b3000. */
const engines = [
    {
        engine: "vLLM",
        running: "vllm:num_requests_running",
        waiting: "vllm:num_requests_waiting",
        finished: ["vllm:request_success_total", "vllm:request_success"],
        queue: histogram("vllm:request_queue_time_seconds"),
        prefill: histogram("vllm:request_prefill_time_seconds"),
    },
    {
        engine: "SGLang",
        running: "sglang:num_running_reqs",
        waiting: "sglang:num_queue_reqs",
        finished: ["sglang:num_requests_total", "sglang:e2e_request_latency_seconds_count"],
        queue: histogram("sglang:queue_time_seconds"),
    },
    {
        engine: "TGI",
        running: "tgi_batch_current_size",
        waiting: "tgi_queue_size",
        finished: ["tgi_request_success_total", "tgi_request_success"],
        queue: histogram("tgi_request_queue_duration"),
        prefill: histogram("tgi_batch_inference_duration", 'method="prefill"'),
    },
    {
        engine: "llama.cpp",
        running: "llamacpp:requests_processing",
        waiting: "llamacpp:requests_deferred",
        outputTokens: "llamacpp:tokens_predicted_total",
        prefill: { seconds: { name: "llamacpp:prompt_seconds_total" } },
    },
];
/** Replicas, models and ranks are label sets of one name: their sum is the deployment's. */
function sumOf(samples, { name, label = "" }) {
    const found = samples.filter((each) => each.name === name && each.labels.includes(label));
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
function figures_totalOf(samples, sources) {
    const seconds = sources && sumOf(samples, sources.seconds);
    if (seconds === undefined)
        return undefined;
    const count = sources?.count && sumOf(samples, sources.count);
    return count === undefined ? { seconds } : { seconds, count };
}
function figures_read(samples, engine) {
    const sum = (name) => sumOf(samples, { name });
    const running = sum(engine.running);
    if (running === undefined)
        return undefined;
    const [finished] = (engine.finished ?? []).flatMap((name) => sum(name) ?? []);
    const outputTokens = engine.outputTokens === undefined ? undefined : sum(engine.outputTokens);
    const queue = figures_totalOf(samples, engine.queue);
    const prefill = figures_totalOf(samples, engine.prefill);
    return {
        engine: engine.engine,
        running,
        waiting: sum(engine.waiting) ?? 0,
        ...(finished !== undefined && { finished }),
        ...(outputTokens !== undefined && { outputTokens }),
        ...(queue && { queue }),
        ...(prefill && { prefill }),
    };
}
/** Undefined where the page is none of a known server. */
function figuresFrom(text) {
    const samples = [...samplesOf(text)];
    for (const engine of engines) {
        const figures = figures_read(samples, engine);
        if (figures)
            return figures;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./build/dialect/probe.js
/** What a preview answers while it boots, deploys or loads its model. */
const booting = [404, 429, 502, 503, 504];
function readinessOf(record) {
    switch (record.outcome) {
        case "completed":
            return "ready";
        case "failed":
            return readinessOfFailure(record);
        case "interrupted":
            return { refused: "The request was cut before an answer came." };
        case "dropped":
            return { refused: "The request was never sent." };
    }
}
function readinessOfFailure(record) {
    const reason = `${firstUpper(record.detail || record.failure)}.`;
    if (record.failure === "connect") {
        return isAboutTrust(record.detail) ? { refused: reason } : { retry: reason };
    }
    const { status } = record;
    if (status === undefined || (status >= 200 && status < 300)) {
        return { refused: reason };
    }
    if (isAboutModel(record.detail)) {
        return { refused: `The endpoint refuses the model: ${reason}` };
    }
    return booting.includes(status) ? { retry: reason } : { refused: reason };
}
/** A certificate does not heal while one waits. */
function isAboutTrust(detail) {
    return /EPROTO|ERR_SSL|ERR_TLS|CERT_|_CERT|certificate|altname/.test(detail);
}
/** "The model `x` does not exist", "model 'x' not found", "Invalid model name", model_not_found; Anthropic: "model: x". */
function isAboutModel(detail) {
    const missing = "not found|not exist|n't exist|not available|not supported|not served|unknown|invalid|no such";
    return (/model_?not_?found|^HTTP 404: model: /i.test(detail) ||
        new RegExp(`\\bmodel\\b.*(?:${missing})|(?:${missing}).*\\bmodel\\b`, "i").test(detail));
}
function firstUpper(text) {
    const trimmed = text.replace(/\.$/, "");
    return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}

;// CONCATENATED MODULE: ./build/dialect/reading/steps.js
// Steps: work that may be put down between two of them, so that whoever does it can see to sockets meanwhile.
/** All steps one after the other. */
function readAll(steps) {
    for (;;) {
        const { done, value } = steps.next();
        if (done)
            return value;
    }
}

;// CONCATENATED MODULE: ./build/load/readiness.js

const firstPause = fromMilliseconds(500);
const longestPause = fromMilliseconds(5_000);
/** Pauses of 0.5, 1, 2, 4, 5, 5 … s, the last one cut at the deadline. */
async function awaitReady(parts) {
    const { probe, clock, deadline, signal, onWait } = parts;
    const startedAt = clock.now();
    let nextPause = firstPause;
    while (!signal.aborted) {
        const outcome = await probe();
        const now = clock.now();
        const waited = micros(now - startedAt);
        if (outcome === "ready")
            return { kind: "ready", waited };
        // A cut probe may call itself refused.
        if (signal.aborted)
            break;
        if ("refused" in outcome)
            return { kind: "refused", reason: outcome.refused };
        if (now >= deadline)
            return { kind: "timeout", reason: outcome.retry };
        const pause = micros(Math.min(nextPause, deadline - now));
        onWait?.({ reason: outcome.retry, waited, pause });
        await clock.sleepUntil(micros(now + pause), signal);
        nextPause = micros(Math.min(2 * nextPause, longestPause));
    }
    return { kind: "cancelled" };
}

;// CONCATENATED MODULE: ./build/measure/ready.js






/** What a wrong version page shows of itself in messages. */
const shownLength = 80;
async function probeVersion(expected, ports) {
    try {
        const found = await ports.fetchText(expected.url, ports.signal);
        if (found.includes(expected.text))
            return "ready";
        const shown = safeLine(found.trim().slice(0, shownLength));
        return { retry: `expected the version "${expected.text}", found "${shown}"` };
    }
    catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        return { retry: `the version could not be read: ${safeLine(why.slice(0, shownLength))}` };
    }
}
function waitedWords(waited) {
    const seconds = Math.round(toSeconds(waited));
    return seconds === 0 ? "" : ` (waited ${seconds} s)`;
}
function obstacle(code, outcome, waited) {
    switch (outcome.kind) {
        case "ready":
            return [];
        case "refused":
            return [warning("refused", outcome.reason)];
        case "timeout":
            return [warning(code, `${outcome.reason}${waitedWords(waited)}`)];
        case "cancelled":
            return [warning("cancelled", "cancelled before the endpoint was ready")];
    }
}
/** Asks until it is ready, with a line to the log each time it is not. */
async function obstaclesOf(what, { timeout, deadlineAt }, { clock, log, signal }) {
    const startedAt = clock.now();
    const deadline = micros(Math.min(deadlineAt, startedAt + (timeout ?? 0)));
    const onWait = ({ reason }) => log.info(`Waiting for the endpoint: ${safeLine(reason)}`);
    const outcome = await awaitReady({ probe: what.probe, clock, deadline, signal, onWait });
    return obstacle(what.code, outcome, micros(clock.now() - startedAt));
}
/** Asked again while a preview may still be rolling out; afterwards once, with no timeout. */
function versionObstacles(expected, limits, ports) {
    if (!expected)
        return Promise.resolve([]);
    const probe = () => probeVersion(expected, ports);
    return obstaclesOf({ code: "wrong-version", probe }, limits, ports);
}
/** One real generation, tried again while the endpoint boots; none at all without a timeout. */
function readinessObstacles({ endpoint, exchange, request }, limits, ports) {
    if (limits.timeout === undefined)
        return Promise.resolve([]);
    const probe = async () => {
        const scheduledAt = ports.clock.now();
        const transcript = await endpoint.send(exchange.wireRequest(request), ports.signal);
        const planned = { id: request.id, phase: "warm-up", scheduledAt };
        return readinessOf(readAll(exchange.read(planned, transcript)));
    };
    return obstaclesOf({ code: "not-ready", probe }, limits, ports);
}

;// CONCATENATED MODULE: ./build/measure/server/foreign-work.js


/** Tokens that a server makes and does not deliver (stop words, speculation) are no other's. */
const tokenSlack = 0.05;
function busyWords({ running, waiting }) {
    return `${running} requests of others run and ${waiting} wait`;
}
function meanMs(before, after, sent) {
    if (!before || !after)
        return null;
    const count = after.count === undefined ? sent : after.count - (before.count ?? 0);
    return count > 0 ? Math.max(0, (1_000 * (after.seconds - before.seconds)) / count) : null;
}
function serverReading({ before, after, peaks }, { sent }) {
    const { finished } = after;
    return {
        engine: after.engine,
        runningMax: peaks.running,
        waitingMax: peaks.waiting,
        sent,
        finished: finished === undefined ? null : Math.max(0, finished - (before.finished ?? 0)),
        queueMeanMs: meanMs(before.queue, after.queue, sent),
        prefillMeanMs: meanMs(before.prefill, after.prefill, sent),
    };
}
/** Tokens of all our requests, warm-up included at its most; undefined where one of them was not counted. */
function ourTokens({ records, sent, outputTokens }) {
    const attempted = records.filter(isAttempted);
    const counts = attempted.flatMap(({ tokens }) => tokens.output ?? []);
    if (counts.length < attempted.length)
        return undefined;
    const others = sent - attempted.length + 1;
    return counts.reduce((sum, count) => sum + count, 0) + others * outputTokens;
}
function foreignWork({ before, after }, ours) {
    const finished = (after.finished ?? 0) - (before.finished ?? 0);
    if (finished > ours.sent)
        return `the server finished ${finished} requests where this job sent ${ours.sent}`;
    const tokens = ourTokens(ours);
    const made = (after.outputTokens ?? 0) - (before.outputTokens ?? 0);
    if (tokens !== undefined && made > tokens * (1 + tokenSlack))
        return `the server made ${made} output tokens where this job asked for at most ${tokens}`;
    const cut = ours.records.some((record) => record.outcome !== "completed");
    if (!cut && after.running + after.waiting > 0)
        return `${busyWords(after)} after ours had ended`;
    return undefined;
}
/** Others' requests make ours slower: what was measured is not the endpoint's doing. */
function aloneFaults(seen, ours) {
    const why = foreignWork(seen, ours);
    return why === undefined ? [] : [warning("not-alone", `not alone: ${why}`)];
}

;// CONCATENATED MODULE: ./build/measure/server/alone.js
// Alone: whether others used the endpoint meanwhile, by what its own metrics page says before, during and after.







/** Parsing a page takes about a millisecond of the client's time. */
const sampleInterval = fromMilliseconds(5_000);
/** Counters and gauges may follow the answers a little later. */
const settling = fromMilliseconds(500);
const settlingTries = 6;
const alone_shownLength = 80;
async function look(url, ports) {
    try {
        const figures = figuresFrom(await ports.fetchText(url, ports.signal));
        return figures ? { figures } : { unread: "it is not a page of vLLM, SGLang, TGI or llama.cpp" };
    }
    catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause);
        return { unread: safeLine(why.slice(0, alone_shownLength)) };
    }
}
function isBusy({ running, waiting }) {
    return running + waiting > 0;
}
/** Waits until nothing runs or waits at the server. A page that cannot be read is a warning: nobody is accused by it. */
async function awaitIdle(url, limits, ports) {
    if (url === undefined)
        return { obstacles: [], warnings: [] };
    const looks = [];
    const probe = async () => {
        const seen = await look(url, ports);
        looks.push(seen);
        return "figures" in seen && isBusy(seen.figures)
            ? { retry: `not alone: ${busyWords(seen.figures)}` }
            : "ready";
    };
    const obstacles = await obstaclesOf({ code: "not-alone", probe }, limits, ports);
    const last = looks.at(-1) ?? { unread: "it was not asked" };
    if ("figures" in last)
        return { obstacles, warnings: [], before: last.figures };
    return { obstacles, warnings: [unreadWarning(last.unread)] };
}
function unreadWarning(why) {
    const message = `the server's metrics could not be read (${why}): whether others used the endpoint was not checked`;
    return warning("metrics-unread", message);
}
/** Looks every few seconds until `over` is aborted. */
async function watchPeaks(url, ports, over) {
    const peaks = { running: 0, waiting: 0 };
    while (!over.aborted) {
        const seen = await look(url, ports);
        if ("figures" in seen) {
            peaks.running = Math.max(peaks.running, seen.figures.running);
            peaks.waiting = Math.max(peaks.waiting, seen.figures.waiting);
        }
        await ports.clock.sleepUntil(micros(ports.clock.now() + sampleInterval), over);
    }
    return peaks;
}
/** After the drain; a server that still seems busy is looked at again, a few times. */
async function lookAfter(url, ports) {
    for (let tries = 1;; tries += 1) {
        const seen = await look(url, ports);
        if ("unread" in seen || !isBusy(seen.figures) || tries === settlingTries)
            return seen;
        await ports.clock.sleepUntil(micros(ports.clock.now() + settling), ports.signal);
    }
}
/** A request that was sent again may have been worked on twice. */
function sendings(records) {
    const attempted = records.filter(isAttempted);
    return attempted.length + attempted.filter(({ resent }) => resent).length;
}
/** Watches from now on. `before`: as it was when nothing ran; without it there is nothing to hold the end against. */
function watchServer(url, before, ports) {
    const over = new AbortController();
    const peaks = before && url !== undefined ? watchPeaks(url, ports, over.signal) : undefined;
    return {
        async end({ records, besides, outputTokens }) {
            over.abort();
            if (!before || !peaks || url === undefined)
                return { faults: [], warnings: [] };
            const after = await lookAfter(url, ports);
            if ("unread" in after)
                return { faults: [], warnings: [unreadWarning(after.unread)] };
            const seen = { before, after: after.figures, peaks: await peaks };
            const ours = { sent: besides + sendings(records), records, outputTokens };
            return { server: serverReading(seen, ours), faults: aloneFaults(seen, ours), warnings: [] };
        },
    };
}

;// CONCATENATED MODULE: ./build/measure/stopping.js

const stopWarnings = {
    budget: "the job's budget ran out before the plan was carried out",
    cancelled: "the measurement was cancelled before the plan was carried out",
    cap: "max-requests or max-tokens was reached before the plan was carried out",
};
function stopWarning({ stopped }) {
    const message = stopWarnings[stopped];
    return message === undefined ? [] : [warning(stopped, message)];
}
/** An endpoint that answered none of the first requests is told by what it said, not by how often. */
function hopelessness({ stopped, warmUp }, records) {
    if (stopped !== "hopeless")
        return [];
    const measured = records.filter((record) => record.outcome === "failed");
    const failures = [...warmUp.failures, ...measured];
    const [first] = failures;
    const said = first ? `: ${first.failure}, ${first.detail}` : "";
    return [warning("hopeless", `the first ${failures.length} requests all failed${said}`)];
}

;// CONCATENATED MODULE: ./build/measure/task.js







/** Used where the prompts do not name one. */
const defaultEncoding = "o200k_base";
function task_encodingOf({ prompts }) {
    return prompts.kind === "synthetic" ? prompts.encoding : defaultEncoding;
}
function scopeOf(job, measurement, side) {
    return { run: `${job.entropy}.${job.attempt}`, measurement, side };
}
function limitsOf({ config, deadlineAt }) {
    return { timeout: config.measure.readyTimeout, deadlineAt };
}
async function obstaclesBefore(task, ports) {
    const { measure } = task.config;
    const limits = limitsOf(task);
    const version = await versionObstacles(measure.expectVersion, limits, ports);
    if (version.length > 0)
        return version;
    const probes = { ...task.scope, measurement: `${task.scope.measurement}.probe` };
    const request = scheduleFrom(task.workload, "measure", probes).request(0);
    return readinessObstacles({ ...task, request }, limits, ports);
}
function obstaclesAfter(task, ports) {
    const once = { timeout: undefined, deadlineAt: task.deadlineAt };
    return versionObstacles(task.config.measure.expectVersion, once, ports);
}
/** Both clocks read as close together as can be: the wall time of the monotonic clock's zero. */
function wallZeroMs(ports) {
    return ports.wallClock() - toMilliseconds(ports.clock.now());
}
/** What is known of a workload's measurement before its first request. */
function task_headOf({ workload, config, scope }, ports) {
    const rounds = config.duet && { rounds: config.duet.rounds };
    const definition = { ...definitionOf(workload, definitionsVersion), ...rounds };
    const schedule = scheduleFrom(workload, "measure", scope);
    return {
        workload,
        definition,
        key: keyOf(definition),
        scheduleDigest: schedule.digest,
        ...(schedule.count !== undefined && { planned: schedule.count }),
        wallZeroMs: wallZeroMs(ports),
        saveResponses: config.measure.saveResponses,
        ...(config.duet && {
            baseEndpoint: shownEndpoint({ ...config.target, endpoint: config.duet.endpoint }),
        }),
    };
}
function nothing({ clock }) {
    return {
        records: [],
        gaps: new ManyValues(),
        sendingEndedAt: clock.now(),
        stopped: "hopeless",
        warmUp: { attempted: 0, completed: 0 },
        warnings: [],
    };
}

;// CONCATENATED MODULE: ./build/load/pacing/stopper.js
// Stopper: ends the sending once, for the first reason that comes up.
class Stopper {
    #controller = new AbortController();
    #reason;
    /** Aborted when nothing more may be sent. */
    get signal() {
        return this.#controller.signal;
    }
    get reason() {
        return this.#reason;
    }
    stop(reason) {
        if (this.#reason !== undefined)
            return;
        this.#reason = reason;
        this.#controller.abort();
    }
}
/** Resolves once `signal` is aborted. */
function aborted(signal) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve();
        else
            signal.addEventListener("abort", () => resolve(), { once: true });
    });
}

;// CONCATENATED MODULE: ./build/load/pacing/allowance.js


/** Requests that may reach an endpoint which has not yet answered one well. */
const trialRequests = 10;
class Allowance {
    #parts;
    #tried = Promise.withResolvers();
    #proven;
    #sent = 0;
    #failed = 0;
    #held = 0;
    constructor(parts) {
        this.#parts = parts;
        this.#proven = parts.proven;
    }
    /** How long requests were held back by the trial, in all: a schedule is late by as much. */
    get held() {
        return micros(this.#held);
    }
    /** False: sending is over. Waits while the trial is undecided. */
    async admit() {
        const { stopper, maxRequests = Number.POSITIVE_INFINITY } = this.#parts;
        if (!stopper.signal.aborted && this.#sent >= maxRequests)
            stopper.stop("cap");
        if (!stopper.signal.aborted && !this.#proven && this.#sent >= trialRequests)
            await this.#hold();
        return !stopper.signal.aborted;
    }
    noteSent() {
        this.#sent++;
    }
    noteOutcome(completed) {
        if (this.#proven)
            return;
        if (completed) {
            this.#proven = true;
            this.#tried.resolve();
        }
        else if (++this.#failed >= trialRequests) {
            this.#parts.stopper.stop("hopeless");
        }
    }
    async #hold() {
        const { clock, stopper } = this.#parts;
        const since = clock.now();
        await Promise.race([this.#tried.promise, aborted(stopper.signal)]);
        this.#held += clock.now() - since;
    }
}

;// CONCATENATED MODULE: ./build/load/pacing/closed-loop.js
/** Streams started per turn of the loop: the last of 256 started in one turn would begin 16 ms late. */
const rampPerTurn = 4;
/** N places; who waits for one is let in when one is given back, or when `stop` is aborted. */
class Slots {
    #free;
    #waiting;
    constructor(count, stop) {
        this.#free = count;
        stop.addEventListener("abort", () => this.#waiting?.(), { once: true });
    }
    /** To be awaited by one at a time. */
    async take() {
        if (this.#free === 0) {
            await new Promise((resolve) => {
                this.#waiting = resolve;
            });
            this.#waiting = undefined;
        }
        this.#free--;
    }
    give() {
        this.#free++;
        this.#waiting?.();
    }
}
/** Requests are made ready before there is a slot for them. Resolves when nothing more will be sent; answers may still be under way. */
async function closedLoop(parts) {
    const { concurrency, count = Number.POSITIVE_INFINITY, sender, allowance, clock, stop } = parts;
    const slots = new Slots(concurrency, stop);
    /** A connection that was just freed can be used one turn later; before, a second one would be opened. */
    async function occupySlot(wire, id) {
        await sender.send(wire, { id });
        await clock.nextTurn();
        slots.give();
    }
    for (let id = 0; id < count; id++) {
        const wire = sender.prepare(id);
        if (!stop.aborted)
            await slots.take();
        if (!(await allowance.admit()))
            return;
        void occupySlot(wire, id);
        if (id < concurrency && (id + 1) % rampPerTurn === 0)
            await clock.nextTurn();
    }
}

;// CONCATENATED MODULE: ./build/load/pacing/open-loop.js

/**
 * Due times are absolute, so that no lateness adds up: it wakes, sends all that is due, never early, and sleeps until
 * the next. Requests are made ready before they are due. Resolves when nothing more will be sent.
 */
async function openLoop(parts) {
    const { offsets, maxInFlight, startAt, sender, allowance, clock, stop } = parts;
    for (const [id, offset] of offsets.entries()) {
        if (!(await allowance.admit()))
            return;
        const wire = sender.prepare(id);
        const dueAt = micros(startAt + allowance.held + offset);
        if (clock.now() < dueAt)
            await clock.sleepUntil(dueAt, stop);
        if (stop.aborted)
            return;
        if (sender.inFlight >= maxInFlight)
            sender.drop({ id, dueAt });
        else
            void sender.send(wire, { id, dueAt });
    }
}

;// CONCATENATED MODULE: ./build/load/progress.js

const interval = fromMilliseconds(250);
/** By the clock where the plan has one, else by the pace so far. */
function remainingOf({ schedule, sender, startedAt, endAt }, elapsed) {
    const lastOffset = schedule.offsets?.at(-1);
    const planned = endAt === undefined ? lastOffset : endAt - startedAt;
    if (planned !== undefined)
        return micros(Math.max(0, planned - elapsed));
    const { done } = sender.tally;
    if (schedule.count === undefined || done === 0)
        return undefined;
    return micros((elapsed / done) * (schedule.count - done));
}
function progressOf(standing, now) {
    const { schedule, sender, startedAt } = standing;
    const elapsed = micros(now - startedAt);
    const remaining = remainingOf(standing, elapsed);
    return {
        phase: schedule.phase,
        ...(schedule.count !== undefined && { planned: schedule.count }),
        ...sender.tally,
        inFlight: sender.inFlight,
        elapsed,
        ...(remaining !== undefined && { remaining }),
    };
}
/** Until `over` is aborted; the caller tells the last state itself. */
async function tellRegularly(tell, clock, over) {
    while (!over.aborted) {
        tell();
        await clock.sleepUntil(micros(clock.now() + interval), over);
    }
}

;// CONCATENATED MODULE: ./build/load/reading-queue.js

/** What arrives while a slice lasts is stamped after it: half of the lag that is tolerated unwarned. */
const slice = fromMilliseconds(0.25);
class ReadingQueue {
    #clock;
    #readings = [];
    #running;
    constructor(clock) {
        this.#clock = clock;
    }
    push(reading) {
        this.#readings.push(reading);
        this.#running ??= this.#run();
    }
    /** Resolves when everything that was pushed has been read. */
    async settled() {
        while (this.#running)
            await this.#running;
    }
    async #run() {
        do {
            await this.#clock.nextTurn();
            this.#readSlice();
        } while (this.#readings.length > 0);
        this.#running = undefined;
    }
    /** At least one step, and as many as begin within the slice; a step is some tens of µs. */
    #readSlice() {
        const startedAt = this.#clock.now();
        for (let reading = this.#readings[0]; reading; reading = this.#readings[0]) {
            if (reading.next().done)
                this.#readings.shift();
            if (this.#clock.now() - startedAt >= slice)
                return;
        }
    }
}

;// CONCATENATED MODULE: ./build/load/send.js

class Sender {
    tally = { sent: 0, done: 0, completed: 0, failed: 0 };
    #parts;
    #records = [];
    #inFlight = 0;
    #idle = Promise.withResolvers();
    constructor(parts) {
        this.#parts = parts;
        this.#idle.resolve();
    }
    get inFlight() {
        return this.#inFlight;
    }
    /** What has come of each request, in planned order; requests never reached have no record. None where a sink took them. */
    get records() {
        return this.#records.filter((record) => record !== undefined);
    }
    /** Resolves when nothing is in flight. */
    idle() {
        return this.#idle.promise;
    }
    prepare(id) {
        const { schedule, exchange } = this.#parts;
        return exchange.wireRequest(schedule.request(id));
    }
    /** Resolves when the response is over; it is read later. */
    async send(wire, due) {
        const { endpoint, allowance, cut, readings, onFault } = this.#parts;
        if (this.#inFlight++ === 0)
            this.#idle = Promise.withResolvers();
        this.tally.sent++;
        allowance.noteSent();
        try {
            const transcript = await endpoint.send(wire, cut);
            readings.push(this.#read(due, transcript));
        }
        catch (fault) {
            onFault(fault);
        }
        finally {
            if (--this.#inFlight === 0)
                this.#idle.resolve();
        }
    }
    /** Notes a request that was due while too many were in flight. */
    drop({ id, dueAt }) {
        const { phase } = this.#parts.schedule;
        this.#keep({ id, phase, scheduledAt: dueAt, outcome: "dropped" });
        this.tally.done++;
    }
    #keep(record) {
        const { sink } = this.#parts;
        if (sink)
            sink.add(record);
        else
            this.#records[record.id] = record;
    }
    *#read({ id, dueAt }, transcript) {
        const { schedule, exchange, allowance, onFault } = this.#parts;
        const scheduledAt = dueAt ?? transcript.handedAt;
        try {
            const planned = { id, phase: schedule.phase, scheduledAt };
            const record = yield* exchange.read(planned, transcript);
            this.#keep(record);
            this.tally.done++;
            if (record.outcome === "completed")
                this.tally.completed++;
            if (record.outcome === "failed")
                this.tally.failed++;
            allowance.noteOutcome(record.outcome === "completed");
        }
        catch (fault) {
            onFault(fault);
        }
        finally {
            free(transcript.body.buffer);
        }
    }
}

;// CONCATENATED MODULE: ./build/load/phases.js








class Phases {
    stopper = new Stopper();
    #plan;
    #allowance;
    #readings;
    #fault;
    constructor(plan) {
        const { clock, maxRequests, proven } = plan;
        this.#plan = plan;
        this.#readings = new ReadingQueue(clock);
        this.#allowance = new Allowance({ clock, maxRequests, proven, stopper: this.stopper });
    }
    /** Ends the sending at the budget's end or on cancellation, until `over` is aborted. */
    watch(over) {
        const { clock, deadlines, signal } = this.#plan;
        const cancel = () => this.stopper.stop("cancelled");
        if (signal.aborted)
            cancel();
        signal.addEventListener("abort", cancel, { once: true, signal: over });
        if (clock.now() >= deadlines.sendUntil)
            this.stopper.stop("budget");
        void this.#stopAt(deadlines.sendUntil, "budget", over);
    }
    /**
     * `bound` is absent for the warm-up, which its count bounds. `onDrained` is called before the last answers are read.
     * Rejects for an error of our own code, once what it left in flight is gone.
     */
    async carryOut(schedule, bound, onDrained) {
        const { clock, signal } = this.#plan;
        const over = new AbortController();
        const cut = new AbortController();
        signal.addEventListener("abort", () => cut.abort(), { once: true, signal: over.signal });
        const running = this.#start({ schedule, bound, cut, over: over.signal });
        const tell = () => this.#plan.onProgress?.(progressOf(running, clock.now()));
        void tellRegularly(tell, clock, over.signal);
        await this.#sendAll(running).catch((error) => this.#fail(error, cut));
        const sendingEndedAt = clock.now();
        this.#sinkOf(schedule)?.sendingEnded();
        const reason = this.stopper.reason ?? "planned";
        await this.#drain(running, sendingEndedAt);
        onDrained?.();
        const endedAt = clock.now();
        over.abort();
        await this.#readings.settled();
        tell();
        if (this.#fault)
            throw this.#fault.error;
        // A budget that runs out while the phase drains has cut nothing off; a cancellation has.
        const later = this.stopper.reason ?? reason;
        const stopped = later === "budget" ? reason : later;
        const { sender, startedAt } = running;
        return { sender, startedAt, sendingEndedAt, endedAt, stopped };
    }
    #start(phase) {
        const { clock, endpoint, exchange } = this.#plan;
        const { schedule, bound, cut, over } = phase;
        const onFault = (error) => this.#fail(error, cut);
        const sink = this.#sinkOf(schedule);
        const shared = { allowance: this.#allowance, readings: this.#readings, sink, onFault };
        const sender = new Sender({ schedule, endpoint, exchange, clock, cut: cut.signal, ...shared });
        const startedAt = clock.now();
        const endAt = bound?.kind === "duration" ? micros(startedAt + bound.duration) : undefined;
        return { schedule, sender, startedAt, endAt, cut, over };
    }
    #sinkOf({ phase }) {
        return phase === "measure" ? this.#plan.sink : undefined;
    }
    /** An error of our own code ends everything; the first one is told. */
    #fail(error, cut) {
        this.#fault ??= { error };
        this.stopper.stop("cancelled");
        cut.abort();
    }
    async #sendAll({ schedule, sender, startedAt, endAt, over }) {
        const { clock, load } = this.#plan;
        const stop = this.stopper.signal;
        const common = { sender, clock, stop, allowance: this.#allowance };
        if (endAt !== undefined)
            void this.#stopAt(endAt, "duration", over);
        if (load.kind === "closed") {
            const { concurrency } = load;
            await closedLoop({ ...common, concurrency, count: schedule.count });
        }
        else {
            const { maxInFlight } = load;
            const offsets = schedule.offsets ?? [];
            await openLoop({ ...common, maxInFlight, offsets, startAt: startedAt });
        }
        if (endAt === undefined)
            return;
        // The last arrivals of a duration come before its end.
        await clock.sleepUntil(endAt, stop);
        this.stopper.stop("duration");
    }
    /** Waits for what runs, at the longest until the hard stop; then it is cut. */
    async #drain({ sender, cut }, sendingEndedAt) {
        const { clock, deadlines } = this.#plan;
        const drained = new AbortController();
        const idle = sender.idle().then(() => drained.abort());
        const hardStopAt = micros(sendingEndedAt + deadlines.drainTimeout);
        if (sender.inFlight > 0)
            await clock.sleepUntil(hardStopAt, drained.signal);
        if (sender.inFlight > 0)
            cut.abort();
        await idle;
    }
    async #stopAt(at, reason, over) {
        await this.#plan.clock.sleepUntil(at, over);
        if (!over.aborted)
            this.stopper.stop(reason);
    }
}

;// CONCATENATED MODULE: ./build/load/run-load.js

function warmUpResult(sender) {
    const { sent: attempted, completed } = sender?.tally ?? { sent: 0, completed: 0 };
    const records = sender?.records ?? [];
    const failures = records.filter((record) => record.outcome === "failed");
    return { attempted, completed, failures };
}
async function run_load_measure({ measure: schedule, bound, watchHealth }, phases) {
    const watch = watchHealth?.();
    let health;
    const { sender, ...rest } = await phases.carryOut(schedule, bound, () => {
        health = watch?.read();
    });
    return { records: sender.records, sent: sender.tally.sent, ...rest, ...(health && { health }) };
}
async function carryOutPhases(plan, phases) {
    const { warmUp: schedule, clock } = plan;
    const warm = schedule && schedule.count !== 0 ? await phases.carryOut(schedule) : undefined;
    const warmUp = warmUpResult(warm?.sender);
    const stopped = phases.stopper.reason;
    if (stopped === undefined)
        return { warmUp, ...(await run_load_measure(plan, phases)) };
    const now = clock.now();
    return { warmUp, records: [], sent: 0, sendingEndedAt: now, endedAt: now, stopped };
}
/**
 * The warm-up has drained before the measurement starts, so that the two never add up. Rejects only for errors of our
 * own code: everything that the endpoint can do is in the records, every way to end early in `stopped`.
 */
async function runLoad(plan) {
    const phases = new Phases(plan);
    const over = new AbortController();
    phases.watch(over.signal);
    try {
        return await carryOutPhases(plan, phases);
    }
    finally {
        over.abort();
    }
}

;// CONCATENATED MODULE: ./build/dialect/framing/wire-event.js
/** A longer event, or JSON document, is none: parsed, it takes up to 50 times its size. */
const maxEventBytes = 1024 * 1024;

;// CONCATENATED MODULE: ./build/dialect/framing/lines.js
// Lines: a cursor over the lines of a body, cut on bytes so that no character can be split.

const LF = 10;
const CR = 13;
const BOM = [0xef, 0xbb, 0xbf];
function bufferOver(body) {
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
/** Length of a UTF-8 byte order mark at the start of the body. */
function bomLength(body) {
    return BOM.every((byte, index) => body[index] === byte) ? BOM.length : 0;
}
/** JSON's white space: space, tab, LF, CR. */
function isWhiteSpace(byte) {
    return byte === 32 || byte === 9 || byte === LF || byte === CR;
}
/** The first few bytes that are not white space, as text; empty if there are none. */
function significantHead(body) {
    let start = bomLength(body);
    while (start < body.length && isWhiteSpace(body[start])) {
        start += 1;
    }
    return bufferOver(body).toString("latin1", start, start + 8);
}
/**
 * Only LF, CR and CRLF end a line. A cursor rather than an iterator: two lines per event make
 * the allocation of one object per line the largest cost of framing.
 */
class Lines {
    /** Offsets of the current line without its end. */
    start = 0;
    end = 0;
    /** Offset just past the byte that ended it. A CR ends its line at once, whatever follows. */
    completed = 0;
    /** False for a last line that nothing ended. */
    ended = false;
    bytes;
    #next;
    #lf;
    #cr;
    constructor(body) {
        this.bytes = bufferOver(body);
        this.#next = bomLength(body);
        this.#lf = this.#find(LF);
        this.#cr = this.#find(CR);
    }
    advance() {
        const size = this.bytes.length;
        if (this.#next >= size) {
            return false;
        }
        // Each search starts where the last one of its kind ended, so the whole body is searched once.
        if (this.#lf < this.#next)
            this.#lf = this.#find(LF);
        if (this.#cr < this.#next)
            this.#cr = this.#find(CR);
        this.start = this.#next;
        this.end = Math.min(this.#lf, this.#cr);
        this.ended = this.end < size;
        this.completed = this.ended ? this.end + 1 : size;
        const pair = this.end === this.#cr && this.bytes[this.completed] === LF;
        this.#next = pair ? this.completed + 1 : this.completed;
        return true;
    }
    get length() {
        return this.end - this.start;
    }
    /** UTF-8 from `from` to the line's end, or as much of it as an event may have; invalid bytes become U+FFFD. */
    text(from) {
        return this.bytes.toString("utf8", from, Math.min(this.end, from + maxEventBytes));
    }
    #find(byte) {
        const at = this.bytes.indexOf(byte, this.#next);
        return at < 0 ? this.bytes.length : at;
    }
}

;// CONCATENATED MODULE: ./build/dialect/framing/json.js


/** Undefined where the text is not JSON; JSON itself has no undefined. */
function json_parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
function json_listOf(value) {
    return Array.isArray(value) ? value : [];
}
/** The empty string where there is no text. */
function json_textOf(value) {
    return typeof value === "string" ? value : "";
}
/** Text as it is, an object as JSON: arguments of a tool call come as either. Else empty. */
function textOrJson(value) {
    try {
        return isObject(value) ? JSON.stringify(value) : json_textOf(value);
    }
    catch {
        return ""; // nested deeper than the stack
    }
}
/** A count as JSON should carry one: a whole number, not negative. */
function countOf(value) {
    return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
/** The body as one JSON document and the arrival of its last byte; white space around it is none of it. */
function wholeJson(body, arrivals) {
    const end = trimmedEnd(body);
    if (end > maxEventBytes)
        return undefined;
    const value = json_parseJson(bufferOver(body).toString("utf8", bomLength(body), end));
    return value === undefined ? undefined : { value, at: arrivals.of(end) };
}
function trimmedEnd(body) {
    let end = body.length;
    while (end > 0 && isWhiteSpace(body[end - 1])) {
        end -= 1;
    }
    return end;
}

;// CONCATENATED MODULE: ./build/dialect/failures/server-message.js
// server-message.ts: what a server said went wrong, found in whatever shape it said it.

const server_message_longest = 300;
/** One line of bounded length. Not yet safe to print. */
function server_message_oneLine(text) {
    // Cut first: the pattern must not run over a body of megabytes.
    const head = text
        .slice(0, 4 * server_message_longest)
        .replace(/\s+/g, " ")
        .trim();
    return head.length > server_message_longest ? `${head.slice(0, server_message_longest - 1)}…` : head;
}
/**
 * The message of an error, and its code where that is a word of its own: `… (model_not_found)`.
 * Empty where nothing is said.
 */
function messageOf(value) {
    return server_message_oneLine(described(value, 0));
}
/** The same for text: a body or an event's data, JSON or not. */
function messageIn(text) {
    const value = json_parseJson(text);
    return value === undefined ? server_message_oneLine(titleOf(text)) : messageOf(value) || server_message_oneLine(text);
}
/** Keys under which servers put their message, the more telling first; each may hold another object. */
const keys = ["error", "message", "detail", "msg", "error_message", "errors", "reason", "title"];
function described(value, depth) {
    if (typeof value === "string") {
        return value;
    }
    if (depth > 4) {
        return "";
    }
    if (Array.isArray(value)) {
        return described(value[0], depth + 1);
    }
    return isObject(value) ? describedObject(value, depth) : "";
}
function describedObject(value, depth) {
    for (const key of keys) {
        const found = described(value[key], depth + 1);
        if (found !== "") {
            return withCode(found, value);
        }
    }
    return json_textOf(value["code"]) || json_textOf(value["type"]);
}
function withCode(message, { code }) {
    return typeof code === "string" && code !== "" && !message.includes(code)
        ? `${message.slice(0, server_message_longest - 50)} (${code.slice(0, 40)})`
        : message;
}
/** A page's title says more than its markup. */
function titleOf(text) {
    const head = text.slice(0, 4096);
    const open = head.toLowerCase().indexOf("<title>");
    const close = head.toLowerCase().indexOf("</title>");
    return open >= 0 && close > open ? head.slice(open + "<title>".length, close) : text;
}

;// CONCATENATED MODULE: ./build/dialect/failures/conclusion.js
// conclusion.ts: what an answer lacks, judged by how it ended and by what was heard until then.


/** Undefined for a complete answer with output, and for one that we interrupted. */
function shortcoming(transcript, answer) {
    if (!answer.ended) {
        const failure = conclusion_cut(transcript, progress(transcript, answer)) ?? incomplete(transcript, answer);
        if (failure !== undefined || transcript.ending.kind === "interrupted") {
            return failure;
        }
        answer.odd("no_end_event");
        answer.end();
    }
    if (!answer.finished) {
        answer.odd("no_finish_reason");
    }
    return answer.pieces.length > 0
        ? undefined
        : { kind: "empty_output", detail: "a complete answer without output" };
}
/** Endings that no finish reason makes good. `progress`: how far the answer had come. */
function conclusion_cut({ ending, status }, progress) {
    switch (ending.kind) {
        case "timeout":
            return { kind: "timeout", detail: `timed out ${progress}` };
        case "connect-error":
            return { kind: "connect", detail: server_message_oneLine(ending.detail) };
        case "bad-http":
            return { kind: "bad_response", detail: server_message_oneLine(ending.detail) };
        case "connection-lost":
            return status === undefined ? { kind: "connect", detail: server_message_oneLine(ending.detail) } : undefined;
        default:
            return undefined;
    }
}
/** A finish reason makes an answer complete though its end event never came: it ends with its last event. */
function incomplete(transcript, answer) {
    const { body, ending } = transcript;
    if (ending.kind === "interrupted" || answer.finished) {
        return undefined;
    }
    if (ending.kind === "connection-lost") {
        const detail = `${server_message_oneLine(ending.detail)} ${progress(transcript, answer)}`;
        return { kind: "truncated", detail };
    }
    return lacking(body, answer);
}
function progress({ headersAt }, { pieces }) {
    if (pieces.length > 0) {
        return `after ${pieces.length} output pieces`;
    }
    return headersAt === undefined ? "before any answer" : "before any output";
}
/** Why a body that ended by its own framing is no answer. */
function lacking(body, { at }) {
    const head = significantHead(body);
    if (head === "") {
        return { kind: "empty_output", detail: "the body is empty" };
    }
    if (at === undefined && !/^(?::|data|event|id|retry)/.test(head)) {
        const said = messageIn(bufferOver(body.subarray(0, 4096)).toString("utf8"));
        return { kind: "bad_response", detail: `neither JSON nor an event stream: ${said}` };
    }
    return { kind: "truncated", detail: "ended without an end event and without a finish reason" };
}

;// CONCATENATED MODULE: ./build/dialect/framing/arrivals.js
/** Forward only: the offsets asked for must not decrease, so that a whole body costs one pass. */
class Arrivals {
    #reads;
    #otherwise;
    #index = 0;
    /** `otherwise` is the answer for a body of which no read is known. */
    constructor(reads, otherwise) {
        this.#reads = reads;
        this.#otherwise = otherwise;
    }
    /** Arrival of the read that completed the first `length` bytes of the body. */
    of(length) {
        const last = this.#reads.length - 1;
        while (this.#index < last && (this.#reads[this.#index]?.end ?? 0) < length) {
            this.#index += 1;
        }
        return this.#reads[this.#index]?.at ?? this.#otherwise;
    }
}

;// CONCATENATED MODULE: ./build/dialect/framing/ndjson.js


/** A line that is an event of its own. */
function lineEvent(lines, at) {
    const oversized = lines.length > maxEventBytes;
    return { at, type: "message", data: lines.text(lines.start), framed: lines.ended, oversized };
}
/** A last line that nothing ended is given too, not `framed`. */
function* ndjsonEvents(body, arrivals) {
    const lines = new Lines(body);
    while (lines.advance()) {
        if (lines.start < lines.end) {
            const at = arrivals.of(lines.completed);
            yield lineEvent(lines, at);
        }
    }
}

;// CONCATENATED MODULE: ./build/dialect/framing/sse.js



const COLON = 58;
const SPACE = 32;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const D = 100;
const A = 97;
const T = 116;
/**
 * Beyond the standard: an `error:` field (llama.cpp of 2025) makes an event of type "error"; a
 * line between braces is an event of its own (gateways that forget `data:`); and the last event is
 * given, not `framed`, even if no blank line closed it. `id` and `retry` are of no use here.
 */
function* sseEvents(body, arrivals) {
    const lines = new Lines(body);
    let block = new Block();
    while (lines.advance()) {
        if (isBareObject(lines)) {
            const at = arrivals.of(lines.completed);
            yield lineEvent(lines, at);
        }
        else if (lines.start < lines.end) {
            block.take(lines);
        }
        else if (block.touched) {
            if (block.speaks)
                yield block.event(arrivals.of(lines.completed), true);
            block = new Block();
        }
    }
    if (block.speaks) {
        yield block.event(arrivals.of(body.length), false);
    }
}
function isBareObject({ bytes, start, end }) {
    return bytes[start] === OPENING_BRACE && bytes[end - 1] === CLOSING_BRACE;
}
/** The fields since the last blank line. */
class Block {
    touched = false;
    #type = "message";
    #data;
    #length = 0;
    /** An event without data is none, unless it says that something failed. */
    get speaks() {
        return this.#data !== undefined || this.#type === "error";
    }
    event(at, framed) {
        const oversized = this.#length > maxEventBytes;
        return { at, type: this.#type, data: this.#data ?? "", framed, oversized };
    }
    take(lines) {
        this.touched = true;
        this.#length += lines.length;
        if (this.#length > maxEventBytes && this.#data !== undefined)
            return;
        if (isData(lines)) {
            this.#append(valueAfter(lines, 4));
        }
        else if (isField(lines, "event")) {
            this.#type = valueAfter(lines, 5);
        }
        else if (isField(lines, "error")) {
            this.#type = "error";
            this.#append(valueAfter(lines, 5));
        }
    }
    #append(value) {
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
    }
}
/** Nearly every line is one, so it is compared byte by byte. */
function isData({ bytes, start, end }) {
    return (bytes[start] === D &&
        bytes[start + 1] === A &&
        bytes[start + 2] === T &&
        bytes[start + 3] === A &&
        (start + 4 === end || bytes[start + 4] === COLON));
}
function isField({ bytes, start, end }, name) {
    const after = start + name.length;
    return (after <= end &&
        (after === end || bytes[after] === COLON) &&
        bytes.toString("latin1", start, after) === name);
}
/** What follows the colon, less one space. */
function valueAfter(lines, nameLength) {
    const from = lines.start + nameLength + 1;
    if (from >= lines.end) {
        return "";
    }
    return lines.text(lines.bytes[from] === SPACE ? from + 1 : from);
}

;// CONCATENATED MODULE: ./build/dialect/failures/http-failure.js
// http-failure.ts: an answer whose status is no success, and what its body says about it.




/** Bytes of an error's body that are looked at. */
const bodyLimit = 65_536;
/** 429 and 503 are `rejected`: the server protects itself. Undefined for a 2xx or no status at all. */
function httpFailure(transcript) {
    const { status, headers } = transcript;
    if (status === undefined || (status >= 200 && status < 300)) {
        return undefined;
    }
    const location = headers["location"];
    const message = status < 400 && location !== undefined ? redirection(location) : errorMessage(transcript);
    return {
        kind: status === 429 || status === 503 ? "rejected" : "http_status",
        detail: message ? `HTTP ${status}: ${message}` : `HTTP ${status}`,
    };
}
/** Queries are left out: a page that wants a login puts what nobody should see into them. */
function redirection(location) {
    const target = server_message_oneLine(location.replace(/[?#].*$/s, ""));
    return `a redirect, which is not followed: correct the base URL (to ${target})`;
}
/** The error may be JSON, text, a page, or sit inside an event stream's framing. */
function errorMessage({ body, ending }) {
    const head = body.subarray(0, bodyLimit);
    const text = bufferOver(head).toString("utf8");
    if (/^\s*[{[<]/.test(text.slice(0, 200))) {
        return messageIn(text);
    }
    for (const { data } of sseEvents(head, new Arrivals([], ending.at))) {
        if (data !== "" && !data.startsWith("[DONE]")) {
            return messageIn(data);
        }
    }
    return messageIn(text);
}
/**
 * Seconds of patience that the server asks for. A date is taken relative to the answer's own
 * `Date`, since no clock is read here; without one it is ignored.
 * Source: RFC 9110 §10.2.3.
 */
function retryAfterOf(headers) {
    const value = headers["retry-after"]?.trim();
    if (value === undefined) {
        return undefined;
    }
    if (/^\d{1,9}(\.\d+)?$/.test(value)) {
        return Number(value);
    }
    // Date.parse reads more than HTTP dates: "-5" is a day in May.
    const seconds = (Date.parse(value) - Date.parse(headers["date"] ?? "")) / 1_000;
    return value.endsWith("GMT") && Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

;// CONCATENATED MODULE: ./build/dialect/apis/plain-http.js
// plain-http.ts: any HTTP answer: whether it is a success, and when it was over; nothing in it is known to be output.



/** An answer of status 2xx that arrived whole is a success, an empty one too; it ends with its last byte. */
const plainHttp = {
    authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
    read: plain_http_read,
};
/** One step: nothing in it has to be looked at. */
function* plain_http_read(transcript) {
    yield;
    const failure = httpFailure(transcript) ?? plain_http_shortcoming(transcript);
    const over = failure === undefined && transcript.ending.kind !== "interrupted";
    return {
        streamed: false,
        pieces: [],
        text: "",
        reasoning: "",
        refusal: "",
        toolCalls: [],
        ...(over && { endedAt: endOf(transcript) }),
        ...(failure !== undefined && { failure }),
        body: transcript.body,
        servedBy: {},
        oddities: [],
    };
}
function plain_http_shortcoming(transcript) {
    const { body, headersAt, ending } = transcript;
    const progress = headersAt === undefined ? "before any answer" : `after ${body.length} bytes`;
    const failure = conclusion_cut(transcript, progress);
    if (failure !== undefined || ending.kind !== "connection-lost") {
        return failure;
    }
    return { kind: "truncated", detail: `${server_message_oneLine(ending.detail)} ${progress}` };
}
function endOf({ reads, headersAt, ending }) {
    return reads.at(-1)?.at ?? headersAt ?? ending.at;
}

;// CONCATENATED MODULE: ./build/dialect/failures/stream-error.js
// stream-error.ts: an error that a server reports inside an answer, in any of the shapes seen.


/**
 * The message of the first error: an `error` beside the answer or in one of the objects `inside`
 * it, or an object that calls itself an error. Empty if it has no message, undefined without an
 * error; fields that are null or empty are none.
 */
function errorIn(said, inside = []) {
    // Asked of every event, so nothing is allocated for it.
    if (isError(said["error"])) {
        return messageOf(said["error"]);
    }
    for (const part of inside) {
        if (isObject(part) && isError(part["error"])) {
            return messageOf(part["error"]);
        }
    }
    return said["object"] === "error" || said["type"] === "error" ? messageOf(said) : undefined;
}
function isError(value) {
    return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}
/** An error inside a 200, whatever came before it. */
function failInStream(answer, message) {
    const detail = message || "the server reported an error without a message";
    answer.failHere("in_stream_error", detail);
}

;// CONCATENATED MODULE: ./build/dialect/reading/assembly.js
class Assembly {
    /** Arrival of the event being heard; after the last one, of the last event. */
    at;
    streamed = true;
    usage;
    pieces = [];
    #toolCalls = [];
    #oddities = new Set();
    #text = "";
    #reasoning = "";
    #refusal = "";
    #finishReason;
    #endedAt;
    #failure;
    #model = "";
    #fingerprint = "";
    text(fragment) {
        this.#text += fragment;
        this.#piece("text", fragment);
    }
    reasoning(fragment) {
        this.#reasoning += fragment;
        this.#piece("reasoning", fragment);
    }
    refusal(fragment) {
        this.#refusal += fragment;
        this.#piece("refusal", fragment);
    }
    /** An id alone is the server's own and no output. */
    toolCall(fragment) {
        const call = this.#toolCallOf(fragment);
        call.id ||= fragment.id;
        call.name += fragment.name;
        call.arguments += fragment.arguments;
        this.#piece("tool-call", fragment.name + fragment.arguments);
    }
    /** The last reason counts; an empty one is none. It does not end the response. */
    finish(reason) {
        if (reason !== "") {
            this.#finishReason = reason;
        }
    }
    /** The event being heard ends the response. */
    end() {
        this.#endedAt ??= this.at;
    }
    /** The first failure counts. */
    fail(failure) {
        this.#failure ??= failure;
    }
    /** The event being heard shows the failure. */
    failHere(kind, detail) {
        this.fail({ kind, detail, ...(this.at !== undefined && { at: this.at }) });
    }
    odd(code) {
        this.#oddities.add(code);
    }
    /** The first that is not empty. */
    servedBy(model, fingerprint) {
        this.#model ||= model;
        this.#fingerprint ||= fingerprint;
    }
    /** True once nothing more needs to be heard. */
    get over() {
        return this.ended || this.failed;
    }
    get ended() {
        return this.#endedAt !== undefined;
    }
    get failed() {
        return this.#failure !== undefined;
    }
    get finished() {
        return this.#finishReason !== undefined;
    }
    reply() {
        return {
            streamed: this.streamed,
            pieces: this.pieces,
            text: this.#text,
            reasoning: this.#reasoning,
            refusal: this.#refusal,
            toolCalls: this.#toolCalls
                .filter((call) => call.name + call.arguments !== "")
                .map((call) => ({ name: call.name, arguments: call.arguments })),
            ...(this.usage !== undefined && { usage: this.usage }),
            ...(this.#finishReason !== undefined && { finishReason: this.#finishReason }),
            ...(this.#endedAt !== undefined && { endedAt: this.#endedAt }),
            ...(this.#failure !== undefined && { failure: this.#failure }),
            servedBy: {
                ...(this.#model !== "" && { model: this.#model }),
                ...(this.#fingerprint !== "" && { fingerprint: this.#fingerprint }),
            },
            oddities: [...this.#oddities],
        };
    }
    #piece(kind, fragment) {
        if (fragment !== "" && this.at !== undefined) {
            this.pieces.push({ at: this.at, bytes: Buffer.byteLength(fragment), kind });
        }
    }
    /**
     * Servers disagree on what tells calls apart: some give no index, some give every call index 0
     * and only another id, some give one call a new id in every fragment. A new call is therefore
     * one with an index not seen yet, or one with another id *and* a name.
     */
    #toolCallOf(fragment) {
        const call = this.#toolCalls.findLast((candidate) => fragment.call === undefined || candidate.call === fragment.call);
        const another = call !== undefined &&
            fragment.name !== "" &&
            call.name !== "" &&
            fragment.id !== "" &&
            call.id !== fragment.id;
        if (call !== undefined && !another) {
            return call;
        }
        const opened = { call: fragment.call, id: "", name: "", arguments: "" };
        this.#toolCalls.push(opened);
        return opened;
    }
}

;// CONCATENATED MODULE: ./build/dialect/reading/read-reply.js
// read-reply.ts: from a transcript to a reply, the part that all dialects share.











/** A step takes in so many characters of events: some 30 µs. */
const stepLength = 4_096;
/**
 * Never throws, whatever the bytes. The first failure that the answer itself shows counts, then
 * the way it ended, then what it lacks.
 */
function* readReply(transcript, grammar) {
    const answer = new Assembly();
    const refused = httpFailure(transcript);
    if (refused !== undefined) {
        answer.streamed = false;
        answer.fail(refused);
    }
    else {
        yield* listen(transcript, grammar, answer);
        const failure = answer.failed ? undefined : shortcoming(transcript, answer);
        if (failure !== undefined)
            answer.fail(failure);
    }
    return answer.reply();
}
function* listen({ body, reads, ending }, grammar, answer) {
    const arrivals = () => new Arrivals(reads, ending.at);
    const whole = mayBeWhole(body, grammar) ? wholeAnswer(body, arrivals()) : undefined;
    if (whole !== undefined) {
        hearWhole(whole, grammar, answer);
        return;
    }
    const events = grammar.framing === "sse" ? sseEvents : ndjsonEvents;
    let heard = 0;
    for (const event of events(body, arrivals())) {
        hearEvent(event, grammar, answer);
        if (answer.over) {
            return;
        }
        heard += event.data.length;
        if (heard >= stepLength) {
            yield;
            heard = 0;
        }
    }
}
/** A line of NDJSON is a document too: there only one that is printed over several lines is the whole. */
function mayBeWhole(body, { framing }) {
    return (framing === "sse" ? /^[{[]/ : /^\{[\r\n]/).test(significantHead(body));
}
/** The content type is not asked: a streamed request may be answered by one JSON document. */
function wholeAnswer(body, arrivals) {
    const whole = wholeJson(body, arrivals);
    // Gemini wraps its errors into a list of one.
    const said = Array.isArray(whole?.value) ? whole.value[0] : whole?.value;
    return whole !== undefined && isObject(said) ? { said, at: whole.at } : undefined;
}
function hearWhole({ said, at }, grammar, answer) {
    answer.streamed = false;
    answer.at = at;
    grammar.hear(said, answer, "message");
    if (answer.pieces.length > 0 || answer.finished || answer.usage !== undefined) {
        answer.end();
    }
    else {
        answer.failHere("bad_response", messageOf(said) || "a JSON answer without output");
    }
}
function hearEvent(event, grammar, answer) {
    const data = event.data.trim();
    if (event.oversized) {
        answer.at = event.at;
        answer.failHere("bad_response", `an event is longer than ${maxEventBytes / 2 ** 20} MiB`);
    }
    else if (event.type.includes("error")) {
        answer.at = event.at;
        failInStream(answer, messageIn(data));
    }
    else if (data === "[DONE]") {
        answer.at = event.at;
        answer.end();
    }
    else if (!isKeepAlive(data)) {
        hearData(event, grammar, answer);
    }
}
/** Parsed only where it could be an object: a failed parse costs more than a whole good event. */
function hearData(event, grammar, answer) {
    const data = event.data.trim();
    const said = data.startsWith("{") ? json_parseJson(data) : undefined;
    if (isObject(said)) {
        answer.at = event.at;
        grammar.hear(said, answer, event.type);
    }
    else if (event.framed && data !== "null") {
        answer.at = event.at;
        hearNonsense(data, answer);
    }
}
/** A broken object may have been output, so the answer cannot count; bare words cannot have been. */
function hearNonsense(data, answer) {
    answer.odd("malformed_event");
    if (/^[{["]/.test(data)) {
        answer.failHere("bad_response", `an event is not a JSON object: ${server_message_oneLine(data)}`);
    }
}
/** Nothing, or a comment that somebody framed as data: `data: : keepalive`. */
function isKeepAlive(data) {
    return data === "" || data.startsWith(":");
}

;// CONCATENATED MODULE: ./build/dialect/apis/anthropic-usage.js
// anthropic-usage.ts: token counts of Anthropic's messages, which come in two parts.

/** The input's parts: read anew, written to the cache, read from the cache. */
const inputKeys = [
    "input_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
];
/**
 * `message_start` tells the input, with 0 or 1 in the place of an output count that cannot be known
 * yet; `message_delta` tells the output so far, and on some servers the input once more.
 */
class AnthropicUsage {
    #input = new Map();
    start(usage) {
        if (isObject(usage)) {
            this.#takeInput(usage);
        }
    }
    /** The input alone where no output is counted; undefined where nothing is. */
    finish(usage) {
        if (!isObject(usage)) {
            return this.input();
        }
        this.#takeInput(usage);
        const input = this.input();
        const output = countOf(usage["output_tokens"]);
        return output === undefined || (output === 0 && input === undefined)
            ? input
            : { ...input, output };
    }
    /** All parts together; undefined where the main one is not told, or nothing but zeros. */
    input() {
        const cached = this.#input.get("cache_read_input_tokens");
        const input = [...this.#input.values()].reduce((sum, count) => sum + count, 0);
        return this.#input.has("input_tokens") && input > 0
            ? { input, ...(cached !== undefined && { cached }) }
            : undefined;
    }
    /** A later count replaces an earlier one, unless it is a placeholder of 0. */
    #takeInput(usage) {
        for (const key of inputKeys) {
            const count = countOf(usage[key]);
            if (count !== undefined) {
                this.#input.set(key, count || (this.#input.get(key) ?? 0));
            }
        }
    }
}

;// CONCATENATED MODULE: ./build/dialect/apis/ask.js
/**
 * `ignore_eos` and `min_tokens` are vLLM's and its relatives'; OpenAI itself refuses them, and it
 * cannot hold a length either. Without `include_usage` no stream says how many tokens it held.
 */
function openAiParameters(ask) {
    return {
        ...(ask.model !== undefined && { model: ask.model }),
        [ask.maxTokensField ?? "max_tokens"]: ask.outputTokens,
        temperature: ask.temperature,
        seed: ask.seed,
        stream: ask.stream,
        ...(ask.stream && { stream_options: { include_usage: true } }),
        ...exactLength(ask),
    };
}
/** What keeps an answer from ending before its length, for the servers that take it. */
function exactLength({ outputExact, outputTokens }) {
    return outputExact ? { ignore_eos: true, min_tokens: outputTokens } : {};
}
/** A message list, or the one message that a prompt of mere text is. */
function messagesOf(prompt) {
    return prompt.kind === "text" ? [{ role: "user", content: prompt.text }] : prompt.messages;
}

;// CONCATENATED MODULE: ./build/dialect/apis/end-closers.js
// end-closers.ts: how the last event of a stream is known to have arrived whole.
/** The end of a JSON object at the end of a line; a line end inside its strings would be escaped. */
const closingBraces = ["}\n", "}\r"].map((text) => Buffer.from(text));

;// CONCATENATED MODULE: ./build/dialect/apis/anthropic-messages.js






const anthropicMessages = {
    path: "/messages",
    body,
    headers: { "anthropic-version": "2023-06-01" },
    authorization: (apiKey) => ({ "x-api-key": apiKey }),
    // At the start of a line, where no generated text can stand. Some gateways drop `event:` lines.
    endMarkers: [
        "\nevent: message_stop",
        "\nevent:message_stop",
        '\ndata: {"type":"message_stop"',
    ].map((text) => Buffer.from(text)),
    endClosers: closingBraces,
    read: (transcript) => {
        const listener = new Listener();
        return readReply(transcript, {
            framing: "sse",
            hear: (said, answer, type) => listener.hear(said, answer, type),
        });
    },
};
/** The API knows no seed. */
function body(ask, prompt) {
    const messages = messagesOf(prompt);
    const system = systemOf(messages.filter(isSystem));
    return {
        ...(ask.model !== undefined && { model: ask.model }),
        max_tokens: ask.outputTokens,
        ...(system !== undefined && { system }),
        messages: messages.filter((message) => !isSystem(message)),
        temperature: ask.temperature,
        stream: ask.stream,
        ...exactLength(ask),
    };
}
function isSystem({ role }) {
    return role === "system" || role === "developer";
}
/** A field of its own here, not a message; one text as it is, anything more as a list of parts. */
function systemOf(messages) {
    const contents = messages.map((message) => message["content"]);
    return contents.length > 1
        ? contents.flatMap((content) => typeof content === "string" ? { type: "text", text: content } : content)
        : contents[0];
}
class Listener {
    #usage = new AnthropicUsage();
    /** The type inside the data goes before the event's name, which gateways drop or change. */
    hear(said, answer, eventType) {
        const error = errorIn(said);
        if (error !== undefined) {
            failInStream(answer, error);
            return;
        }
        switch (json_textOf(said["type"]) || eventType) {
            case "message_start":
                this.#hearStart(said["message"], answer);
                break;
            case "content_block_start":
                hearBlock(said["content_block"], said["index"], answer);
                break;
            case "content_block_delta":
                hearDelta(said["delta"], said["index"], answer);
                break;
            case "message_delta":
                this.#hearFinish(said["delta"], said["usage"], answer);
                break;
            case "message_stop":
                answer.usage ??= this.#usage.input();
                answer.end();
                break;
            case "message":
                this.#hearWhole(said, answer);
                break;
        }
    }
    #hearStart(message, answer) {
        if (isObject(message)) {
            answer.servedBy(json_textOf(message["model"]), "");
            this.#usage.start(message["usage"]);
        }
    }
    /** The output count is cumulative, and only here no placeholder. */
    #hearFinish(delta, usage, answer) {
        answer.usage = this.#usage.finish(usage) ?? answer.usage;
        answer.finish(isObject(delta) ? json_textOf(delta["stop_reason"]) : "");
    }
    #hearWhole(said, answer) {
        this.#hearStart(said, answer);
        answer.streamed = false;
        for (const [index, block] of json_listOf(said["content"]).entries()) {
            hearBlock(block, index, answer);
        }
        this.#hearFinish(said, said["usage"], answer);
        answer.end();
    }
}
/** A block's own start may hold its first text, and in a whole answer holds all of it. */
function hearBlock(block, index, answer) {
    if (!isObject(block)) {
        return;
    }
    answer.reasoning(json_textOf(block["thinking"]));
    answer.text(json_textOf(block["text"]));
    const name = json_textOf(block["name"]);
    if (name !== "") {
        const { input } = block;
        const given = isObject(input) && Object.keys(input).length > 0;
        const args = given ? textOrJson(input) : "";
        answer.toolCall({ ...numbered(index), id: json_textOf(block["id"]), name, arguments: args });
    }
}
/** Told by the field that a delta has; signatures and citations have none of these. */
function hearDelta(delta, index, answer) {
    if (!isObject(delta)) {
        return;
    }
    answer.reasoning(json_textOf(delta["thinking"]));
    answer.text(json_textOf(delta["text"]));
    const args = json_textOf(delta["partial_json"]);
    if (args !== "") {
        answer.toolCall({ ...numbered(index), id: "", name: "", arguments: args });
    }
}
function numbered(index) {
    return typeof index === "number" ? { call: String(index) } : {};
}

;// CONCATENATED MODULE: ./build/dialect/apis/ollama-chat.js





const ollamaChat = {
    path: "/api/chat",
    body: ollama_chat_body,
    authorization: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
    // In a text the quotes would be escaped. A tool call's arguments are no text, but none has
    // these two keys side by side. Servers in Python write blanks after colons and commas.
    endMarkers: [
        '"done":true,"done_reason"',
        '"done":true,"total_duration"',
        '"done": true, "done_reason"',
        '"done": true, "total_duration"',
    ].map((text) => Buffer.from(text)),
    endClosers: closingBraces,
    read: (transcript) => {
        const listener = new ollama_chat_Listener();
        return readReply(transcript, {
            framing: "ndjson",
            hear: (said, answer) => listener.hear(said, answer),
        });
    },
};
/** Ollama has no way to enforce a length: `num_predict` is a maximum. */
function ollama_chat_body(ask, prompt) {
    return {
        ...(ask.model !== undefined && { model: ask.model }),
        messages: messagesOf(prompt),
        stream: ask.stream,
        options: {
            num_predict: ask.outputTokens,
            temperature: ask.temperature,
            seed: ask.seed,
        },
    };
}
class ollama_chat_Listener {
    #lines = 0;
    #calls = 0;
    hear(said, answer) {
        const error = errorIn(said);
        if (error !== undefined) {
            failInStream(answer, error);
            return;
        }
        this.#lines += 1;
        answer.servedBy(json_textOf(said["model"]), "");
        if (isObject(said["message"])) {
            this.#hearMessage(said["message"], answer);
        }
        if (said["done"] === true) {
            this.#hearEnd(said, answer);
        }
    }
    #hearMessage(message, answer) {
        answer.reasoning(json_textOf(message["thinking"]));
        answer.text(json_textOf(message["content"]));
        for (const { function: named } of json_listOf(message["tool_calls"]).filter(isObject)) {
            if (!isObject(named))
                continue;
            // Calls come whole, and neither an id nor an index need tell them apart.
            answer.toolCall({
                call: String(this.#calls++),
                id: "",
                name: json_textOf(named["name"]),
                arguments: textOrJson(named["arguments"]),
            });
        }
    }
    /** The first line being the last one, with output in it, is an answer that was not streamed. */
    #hearEnd(said, answer) {
        if (this.#lines === 1 && answer.pieces.length > 0) {
            answer.streamed = false;
        }
        answer.finish(json_textOf(said["done_reason"]));
        answer.usage = usageIn(said);
        answer.end();
    }
}
/** `prompt_eval_count` is left out by some versions when the prompt was cached: then it is unknown. */
function usageIn(said) {
    const input = countOf(said["prompt_eval_count"]);
    const output = countOf(said["eval_count"]);
    if (!input && !output) {
        return undefined;
    }
    return { ...(input !== undefined && { input }), ...(output !== undefined && { output }) };
}

;// CONCATENATED MODULE: ./build/dialect/apis/openai-authorization.js
// openai-authorization.ts: where OpenAI's APIs and Azure's hosts of them expect the key.
/** Source: Azure's reference; its serverless hosts (models.ai.azure.com) take a bearer token. */
const azure = /\.(?:openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)(?::\d+)?$/i;
function openAiAuthorization(apiKey, host) {
    return azure.test(host) ? { "api-key": apiKey } : { authorization: `Bearer ${apiKey}` };
}

;// CONCATENATED MODULE: ./build/dialect/apis/openai-usage.js
// openai-usage.ts: token counts as OpenAI's APIs report them: prompt and completion, in Responses input and output.

/**
 * Undefined where nothing is counted: null, no object, or nothing but zeros, which some gateways
 * send as a placeholder. Counts are cumulative, so of several reports only the last is true.
 */
function openAiUsage(value) {
    if (!isObject(value)) {
        return undefined;
    }
    const input = countOf(value["prompt_tokens"]) ?? countOf(value["input_tokens"]);
    const counted = countOf(value["completion_tokens"]) ?? countOf(value["output_tokens"]);
    if (!input && !counted) {
        return undefined;
    }
    const reasoning = countIn(value["completion_tokens_details"], "reasoning_tokens") ??
        countIn(value["output_tokens_details"], "reasoning_tokens");
    const cached = countIn(value["prompt_tokens_details"], "cached_tokens") ??
        countIn(value["input_tokens_details"], "cached_tokens");
    const output = withReasoning(value, { input, counted, reasoning });
    return {
        ...(input !== undefined && { input }),
        ...(output !== undefined && { output }),
        ...(reasoning !== undefined && { reasoning }),
        ...(cached !== undefined && { cached }),
    };
}
function countIn(details, key) {
    return isObject(details) ? countOf(details[key]) : undefined;
}
/**
 * Reasoning is a part of `completion_tokens`, except on servers whose own total shows that they
 * left it out (xAI): total = prompt + completion + reasoning. Nothing is added on less proof.
 */
function withReasoning(usage, { input, counted, reasoning }) {
    if (input === undefined || counted === undefined || !reasoning) {
        return counted;
    }
    const leftOut = countOf(usage["total_tokens"]) === input + counted + reasoning;
    return leftOut ? counted + reasoning : counted;
}

;// CONCATENATED MODULE: ./build/dialect/apis/openai-chat.js






/**
 * With the line end before them: inside a JSON string it would be escaped, so no text that a model
 * writes can look like the end.
 */
const doneMarkers = ["\ndata: [DONE]", "\ndata:[DONE]"].map((text) => Buffer.from(text));
const openAiChat = {
    path: "/chat/completions",
    body: openai_chat_body,
    authorization: openAiAuthorization,
    endMarkers: doneMarkers,
    read: (transcript) => readReply(transcript, { framing: "sse", hear: hearChoices }),
};
function openai_chat_body(ask, prompt) {
    return { ...openAiParameters(ask), messages: messagesOf(prompt) };
}
/** One event, or the whole answer; those of the completions API differ in the choice alone. */
function hearChoices(said, answer) {
    const choices = json_listOf(said["choices"]).filter(isObject);
    const error = errorIn(said, choices) ?? groqError(said) ?? failedChoice(choices);
    if (error !== undefined) {
        failInStream(answer, error);
        return;
    }
    answer.servedBy(json_textOf(said["model"]), json_textOf(said["system_fingerprint"]));
    for (const choice of choices) {
        hearChoice(choice, answer);
    }
    answer.usage = openai_chat_usageIn(said, choices) ?? answer.usage;
}
function groqError({ x_groq: groq }) {
    return isObject(groq) ? errorIn(groq) : undefined;
}
function failedChoice(choices) {
    const failed = choices.some((choice) => choice["finish_reason"] === "error");
    return failed ? "the finish reason is error" : undefined;
}
/** Of the places for usage the one that the API documents counts most. */
function openai_chat_usageIn(said, choices) {
    const groq = said["x_groq"];
    return (openAiUsage(said["usage"]) ??
        openAiUsage(isObject(groq) ? groq["usage"] : undefined) ??
        openAiUsage(choices.at(-1)?.["usage"]));
}
/**
 * A streamed choice has a `delta`, a whole one a `message` of the same fields, a completion a
 * `text`. Some servers send a growing `message` beside the delta, so the delta goes first.
 */
function hearChoice(choice, answer) {
    const { delta, message } = choice;
    if (isObject(delta)) {
        openai_chat_hearDelta(delta, answer);
    }
    else if (isObject(message)) {
        answer.streamed = false;
        openai_chat_hearDelta(message, answer);
    }
    else {
        answer.text(json_textOf(choice["text"]));
    }
    answer.finish(json_textOf(choice["finish_reason"]));
}
function openai_chat_hearDelta(delta, answer) {
    answer.reasoning(reasoningIn(delta));
    hearContent(delta["content"], answer);
    answer.refusal(json_textOf(delta["refusal"]));
    for (const call of json_listOf(delta["tool_calls"]).filter(isObject)) {
        hearToolCall(call, answer);
    }
    if (isObject(delta["function_call"])) {
        hearToolCall({ function: delta["function_call"] }, answer);
    }
}
/** Text, or a list of parts (Mistral), of which thinking ones hold parts again. */
function hearContent(content, answer) {
    if (typeof content === "string") {
        answer.text(content);
        return;
    }
    for (const part of json_listOf(content).filter(isObject)) {
        answer.reasoning(json_textOf(part["thinking"]) || openai_chat_joined(part["thinking"], "text"));
        answer.text(json_textOf(part["text"]));
    }
}
/** The same text under several names counts once. Encrypted reasoning and signatures are no text. */
function reasoningIn(delta) {
    return (json_textOf(delta["reasoning_content"]) ||
        json_textOf(delta["reasoning"]) ||
        json_textOf(delta["reasoning_text"]) ||
        openai_chat_joined(delta["reasoning_details"], "text") ||
        openai_chat_joined(delta["reasoning_details"], "summary") ||
        openai_chat_joined(delta["thinking_blocks"], "thinking"));
}
function openai_chat_joined(list, key) {
    return json_listOf(list)
        .map((entry) => (isObject(entry) ? json_textOf(entry[key]) : ""))
        .join("");
}
function hearToolCall(call, answer) {
    const named = isObject(call["function"]) ? call["function"] : {};
    const index = call["index"];
    answer.toolCall({
        ...(typeof index === "number" && { call: String(index) }),
        id: json_textOf(call["id"]),
        name: json_textOf(named["name"]),
        arguments: textOrJson(named["arguments"]),
    });
}

;// CONCATENATED MODULE: ./build/dialect/apis/openai-completions.js
// openai-completions.ts: OpenAI's completions, a text continued without messages, streamed or not.





const openAiCompletions = {
    path: "/completions",
    body: openai_completions_body,
    authorization: openAiAuthorization,
    endMarkers: doneMarkers,
    read: (transcript) => readReply(transcript, { framing: "sse", hear: hearChoices }),
};
/** The configuration refuses message lists here: only a chat template could make a text of them. */
function openai_completions_body(ask, prompt) {
    if (prompt.kind !== "text") {
        throw new GateError("internal", "the completions API takes no message lists");
    }
    return { ...openAiParameters(ask), prompt: prompt.text };
}

;// CONCATENATED MODULE: ./build/dialect/apis/restatements.js
/**
 * Ids would tell which fragments a whole repeats, but gateways change them from event to event. So
 * the words themselves do: a whole is output only where neither it nor its fragments were heard.
 */
class Restatements {
    #channels = new Map();
    fragment(kind, fragment, answer) {
        const channel = this.#channel(kind);
        channel.fragments ||= fragment !== "";
        channel.heard += fragment;
        answer[kind](fragment);
    }
    whole(kind, whole, answer) {
        const channel = this.#channel(kind);
        if (whole === "" || channel.wholes.has(whole)) {
            return;
        }
        channel.wholes.add(whole);
        const repeated = channel.fragments || channel.heard.includes(whole);
        channel.fragments = false;
        if (!repeated) {
            channel.heard += whole;
            answer[kind](whole);
        }
    }
    #channel(kind) {
        const known = this.#channels.get(kind);
        if (known !== undefined) {
            return known;
        }
        const channel = { fragments: false, heard: "", wholes: new Set() };
        this.#channels.set(kind, channel);
        return channel;
    }
}

;// CONCATENATED MODULE: ./build/dialect/apis/tool-items.js
// tool-items.ts: tool calls of the Responses API, whose name and arguments come in events of their own.

/** "response.function_call_arguments.delta" and its like for other kinds of tools. */
const argumentEvents = /^response\.(?:function_call_arguments|mcp_call_arguments|custom_tool_call_input|code_interpreter_call_code)\.(delta|done)$/;
const toolItems = ["function_call", "custom_tool_call", "mcp_call", "code_interpreter_call"];
function isToolItem(item) {
    return toolItems.includes(json_textOf(item["type"]));
}
class ToolItems {
    #calls = new Map();
    #count = 0;
    /** A fragment of some call's arguments, or all of them; any other event says nothing. */
    hear(said, type, answer) {
        const [, stage] = argumentEvents.exec(type) ?? [];
        if (stage === undefined) {
            return;
        }
        const call = this.#callOf(said, json_textOf(said["item_id"]));
        const whole = stage === "done";
        if (whole && call.arguments) {
            return;
        }
        const given = whole ? argumentsIn(said) : json_textOf(said["delta"]);
        this.#add(call, { id: "", name: whole ? json_textOf(said["name"]) : "", given }, answer);
    }
    /** An item as it is opened, with its name, and closed, with all of it. */
    whole(item, said, answer) {
        const opened = said["type"] === "response.output_item.added";
        const id = json_textOf(item["id"]);
        const call = opened ? this.#open(said, id) : this.#callOf(said, id);
        const given = call.arguments ? "" : argumentsIn(item);
        this.#add(call, { id: json_textOf(item["call_id"]), name: json_textOf(item["name"]), given }, answer);
    }
    #add(call, { id, name, given }, answer) {
        const fresh = call.name ? "" : name;
        call.name ||= name !== "";
        call.arguments ||= given !== "";
        answer.toolCall({ call: call.call, id, name: fresh, arguments: given });
    }
    /** By the item's id, which some gateways change from event to event, else by its place. */
    #callOf(said, id) {
        const [byId, byPlace] = keysOf(said, id);
        return this.#calls.get(byId) ?? this.#calls.get(byPlace) ?? this.#open(said, id);
    }
    #open(said, id) {
        const call = { call: String(this.#count++), name: false, arguments: false };
        for (const key of keysOf(said, id))
            this.#calls.set(key, call);
        return call;
    }
}
/** Without id and place it is the call last opened so. */
function keysOf(said, id) {
    return [`id ${id}`, `place ${String(said["output_index"])}`];
}
function argumentsIn(holder) {
    return textOrJson(holder["arguments"]) || textOrJson(holder["input"]) || json_textOf(holder["code"]);
}

;// CONCATENATED MODULE: ./build/dialect/apis/openai-responses.js









/** How a response can end and count. `failed` and `cancelled` are errors. */
const endings = ["completed", "incomplete"];
const openAiResponses = {
    path: "/responses",
    body: openai_responses_body,
    authorization: openAiAuthorization,
    // At the start of a line, where no generated text can stand. The event repeats the whole answer and
    // may take many reads. Some gateways drop `event:` lines.
    endMarkers: endings.flatMap((ending) => [
        `event: response.${ending}`,
        `event:response.${ending}`,
        `data: {"type":"response.${ending}"`,
    ].map((start) => Buffer.from(`\n${start}`))),
    endClosers: closingBraces,
    read: (transcript) => {
        const listener = new openai_responses_Listener();
        return readReply(transcript, {
            framing: "sse",
            hear: (said, answer, type) => listener.hear(said, answer, type),
        });
    },
};
/** The API knows no seed. Without `store: false` OpenAI keeps every answer. */
function openai_responses_body(ask, prompt) {
    return {
        ...(ask.model !== undefined && { model: ask.model }),
        input: prompt.kind === "text" ? prompt.text : prompt.messages,
        max_output_tokens: ask.outputTokens,
        temperature: ask.temperature,
        stream: ask.stream,
        store: false,
        ...exactLength(ask),
    };
}
/** "response.output_text.delta" → what kind of output it adds to or restates. */
const textEvents = /^response\.(output_text|refusal|reasoning\w*)\.(delta|done)$/;
class openai_responses_Listener {
    #restatements = new Restatements();
    #tools = new ToolItems();
    /** The type inside the data goes before the event's name, which gateways drop or change. */
    hear(said, answer, eventType) {
        const { response } = said;
        const error = errorIn(said) ?? (isObject(response) ? errorIn(response) : undefined);
        if (error !== undefined) {
            failInStream(answer, error);
            return;
        }
        const type = json_textOf(said["type"]) || eventType;
        if (isObject(response)) {
            this.#hearResponse(response, type, answer);
        }
        else if (Array.isArray(said["output"])) {
            answer.streamed = false;
            this.#hearResponse(said, "", answer);
        }
        else if (!this.#hearText(said, type, answer)) {
            this.#hearItem(said, type, answer);
        }
    }
    #hearText(said, type, answer) {
        const [, kind, stage] = textEvents.exec(type) ?? [];
        if (kind === undefined) {
            return false;
        }
        if (stage === "delta") {
            this.#restatements.fragment(openai_responses_kindOf(kind), json_textOf(said["delta"]), answer);
        }
        else {
            const whole = json_textOf(said["text"]) || json_textOf(said["refusal"]);
            this.#restatements.whole(openai_responses_kindOf(kind), whole, answer);
        }
        return true;
    }
    #hearItem(said, type, answer) {
        const { item, part } = said;
        if (isObject(item)) {
            this.#hearWholeItem(item, said, answer);
        }
        else if (isObject(part)) {
            this.#hearPart(part, answer);
        }
        else {
            this.#tools.hear(said, type, answer);
        }
    }
    /** Opened with nothing in it, closed with all that was said. */
    #hearWholeItem(item, said, answer) {
        if (isToolItem(item)) {
            this.#tools.whole(item, said, answer);
            return;
        }
        for (const part of [...json_listOf(item["summary"]), ...json_listOf(item["content"])]) {
            if (isObject(part))
                this.#hearPart(part, answer);
        }
    }
    #hearPart(part, answer) {
        const whole = json_textOf(part["text"]) || json_textOf(part["refusal"]);
        this.#restatements.whole(openai_responses_kindOf(json_textOf(part["type"])), whole, answer);
    }
    /** The answer so far, and at the end all of it. */
    #hearResponse(response, type, answer) {
        answer.servedBy(json_textOf(response["model"]), "");
        const status = statusOf(response, type);
        if (status === "failed" || status === "cancelled") {
            failInStream(answer, `the response ended as ${status}`);
        }
        else if (endings.includes(status)) {
            this.#hearEnd(response, status, answer);
        }
    }
    #hearEnd(response, status, answer) {
        if (answer.pieces.length === 0) {
            for (const [index, item] of json_listOf(response["output"]).entries()) {
                if (isObject(item))
                    this.#hearWholeItem(item, { output_index: index }, answer);
            }
        }
        const details = response["incomplete_details"];
        answer.finish((isObject(details) && json_textOf(details["reason"])) || status);
        answer.usage = openAiUsage(response["usage"]) ?? answer.usage;
        answer.end();
    }
}
/** The event's type says more than the status that it carries along; "response.done" says nothing. */
function statusOf({ status }, type) {
    const [, told] = /^response\.(completed|incomplete|failed|cancelled|created|queued)$/.exec(type) ?? [];
    return told ?? json_textOf(status);
}
/** Of events ("reasoning_summary_text") and of parts ("summary_text", "output_text") alike. */
function openai_responses_kindOf(name) {
    if (name === "refusal")
        return "refusal";
    return /reasoning|summary/.test(name) ? "reasoning" : "text";
}

;// CONCATENATED MODULE: ./build/dialect/apis.js





const dialects = {
    "openai-chat": openAiChat,
    "openai-completions": openAiCompletions,
    "openai-responses": openAiResponses,
    "anthropic-messages": anthropicMessages,
    "ollama-chat": ollamaChat,
};
/** Undefined for plain HTTP, which asks no model. */
function dialectOf(api) {
    return api === "http" ? undefined : dialects[api];
}

;// CONCATENATED MODULE: ./build/dialect/record.js


/** Failed and interrupted requests keep their pieces, text and usage. */
function* recordFrom(told) {
    const { planned, transcript, dialect, criteria } = told;
    const reply = yield* dialect.read(transcript);
    const attempted = attemptedFrom({ planned, transcript, reply, criteria });
    const failure = reply.failure ?? (reply.endedAt && shortfall(reply, criteria));
    if (failure) {
        return { ...attempted, outcome: "failed", ...failed(failure, transcript) };
    }
    return { ...attempted, outcome: reply.endedAt === undefined ? "interrupted" : "completed" };
}
function failed({ kind, detail }, { headers }) {
    const retryAfter = kind === "rejected" ? retryAfterOf(headers) : undefined;
    return { failure: kind, detail, ...(retryAfter !== undefined && { retryAfter }) };
}
/** The first of the workload's own criteria that a complete answer misses. */
function shortfall(reply, criteria) {
    const output = reply.usage?.output;
    if (criteria.outputExact && output !== undefined && output < criteria.outputTokens) {
        const detail = `${output} output tokens where ${criteria.outputTokens} were asked for`;
        return { kind: "short_output", detail };
    }
    // `search` rather than `test`, which remembers where a global expression stopped.
    if (criteria.expect !== undefined && expectable(reply).search(criteria.expect) < 0) {
        return { kind: "bad_response", detail: `the text does not match ${criteria.expect}` };
    }
    return undefined;
}
function expectable({ body, text }) {
    return body === undefined ? text : bufferOver(body).toString("utf8");
}
function attemptedFrom({ planned, transcript, reply, criteria }) {
    const { sentAt, status, ending, connection, headers } = transcript;
    const { finishReason } = reply;
    const server = headers["server"];
    const toolCallText = reply.toolCalls.map((call) => call.name + call.arguments).join("");
    return {
        id: planned.id,
        phase: planned.phase,
        scheduledAt: planned.scheduledAt,
        ...(sentAt !== undefined && { sentAt }),
        ...(status !== undefined && { status }),
        streamed: reply.streamed,
        pieces: reply.pieces,
        endedAt: reply.endedAt ?? reply.failure?.at ?? ending.at,
        tokens: tokensOf(reply.usage),
        ...(finishReason !== undefined && { finishReason }),
        freshConnection: connection.fresh,
        ...(connection.connect !== undefined && { connect: connection.connect }),
        resent: connection.resent,
        text: reply.text + reply.refusal,
        reasoning: reply.reasoning,
        ...(toolCallText !== "" && { toolCallText }),
        servedBy: { ...reply.servedBy, ...(server !== undefined && { server }) },
        oddities: oddities(reply, criteria),
    };
}
/** Usage without an output count leaves the source unknown; what else it says is kept. */
function tokensOf(usage) {
    return { ...usage, source: usage?.output === undefined ? "unknown" : "usage" };
}
function oddities(reply, criteria) {
    const unstreamed = criteria.stream && !reply.streamed && reply.failure === undefined;
    const unverified = criteria.outputExact && reply.endedAt !== undefined && !reply.usage?.output;
    return [
        ...reply.oddities,
        ...(unstreamed ? ["not_streamed"] : []),
        ...(unverified ? ["output_length_unverified"] : []),
    ];
}

;// CONCATENATED MODULE: ./build/endpoint/wire-request.js
/** The base URL with the API's path appended, unless it already ends in it; the query is kept. */
function requestUrl(base, apiPath) {
    const url = new URL(base);
    const trimmed = url.pathname.replace(/\/+$/, "");
    url.pathname = trimmed.endsWith(apiPath) ? trimmed : `${trimmed}${apiPath}`;
    return url;
}
/** Path and query, as they go onto the request line. */
function pathOf({ pathname, search }) {
    return `${pathname}${search}`;
}
/** A JSON POST; the caller's headers add to the usual ones or replace them. */
function jsonRequest(parts) {
    return {
        method: "POST",
        path: pathOf(parts.url),
        headers: {
            "content-type": "application/json",
            accept: "text/event-stream, application/json",
            ...parts.headers,
        },
        body: JSON.stringify(parts.body),
        endMarkers: parts.endMarkers,
        endClosers: parts.endClosers,
        timeout: parts.timeout,
    };
}
/** Any method on the URL as it is; a body is taken for JSON if it is, else for text. */
function plainRequest({ method, url, headers, body, timeout, }) {
    const type = body === undefined ? {} : { "content-type": contentTypeOf(body) };
    return {
        method,
        path: pathOf(url),
        headers: { accept: "*/*", ...type, ...headers },
        body,
        endMarkers: [],
        timeout,
    };
}
function contentTypeOf(body) {
    try {
        JSON.parse(body);
        return "application/json";
    }
    catch {
        return "text/plain; charset=utf-8";
    }
}

;// CONCATENATED MODULE: ./build/measure/exchange.js





function criteriaOf({ stream, outputTokens, outputExact, expect }) {
    const pattern = expect === undefined ? {} : { expect: new RegExp(expect, "u") };
    return { stream, outputTokens, outputExact, ...pattern };
}
function headersFor({ apiKey, headers, endpoint }, { headers: usual, authorization }) {
    const credentials = apiKey === undefined ? {} : authorization(apiKey, endpoint.host);
    return { "user-agent": tool.replace(" ", "/"), ...usual, ...credentials, ...headers };
}
/** What plain HTTP sends is the same each time, and is made once. */
function plainExchange(target, workload, request) {
    const wire = plainRequest({
        ...request,
        url: target.endpoint,
        headers: headersFor(target, plainHttp),
        timeout: workload.requestTimeout,
    });
    const criteria = criteriaOf(workload);
    return {
        wireRequest: () => wire,
        read: (planned, transcript) => recordFrom({ planned, transcript, dialect: plainHttp, criteria }),
    };
}
function modelExchange(target, workload, dialect) {
    const url = requestUrl(target.endpoint, dialect.path);
    const headers = headersFor(target, dialect);
    const { endMarkers, endClosers } = workload.stream ? dialect : { endMarkers: [] };
    const criteria = criteriaOf(workload);
    return {
        wireRequest: ({ prompt }) => jsonRequest({
            url,
            headers,
            body: dialect.body(workload, prompt),
            endMarkers,
            endClosers,
            timeout: workload.requestTimeout,
        }),
        read: (planned, transcript) => recordFrom({ planned, transcript, dialect, criteria }),
    };
}
function exchangeFor(target, workload) {
    const dialect = dialectOf(workload.api);
    return dialect
        ? modelExchange(target, workload, dialect)
        : plainExchange(target, workload, workload.request ?? { method: "GET" });
}

;// CONCATENATED MODULE: ./build/measure/duet/side.js







/** The base endpoint gets the same credentials; version and metrics pages are the candidate's. */
function baseConfig(config, { endpoint }) {
    return {
        ...config,
        target: { ...config.target, endpoint },
        measure: { ...config.measure, expectVersion: undefined, metricsUrl: undefined },
    };
}
/** Opens the side's connections, which stay open over all rounds. */
function openSide({ side, config, workload, rounds, ...measurement }, ports) {
    const scope = scopeOf(ports.job, measurement.measurement, side);
    const endpoint = ports.openEndpoint(config.target);
    const exchange = exchangeFor(config.target, workload);
    const { deadlineAt, caps } = measurement;
    const warmUp = { ...workload, warmUpRequests: warmUpOf(workload, rounds) };
    return {
        side,
        task: { config, workload, endpoint, exchange, scope, deadlineAt, caps },
        measure: scheduleFrom(workload, "measure", scope),
        warmUp: scheduleFrom(warmUp, "warm-up", scope),
        gaps: new ManyValues(),
        health: new HealthTally(),
        carried: [],
    };
}
/** What the side sends in a round: a short warm-up, then the round's part of the plan. */
function side_partsOf({ measure, warmUp, task }, round) {
    const before = warmUpAt(task.workload, round.index, warmUp.offsets);
    return { measure: partOf(measure, round), warmUp: partOf(warmUp, before) };
}
/** Records get their id in the whole plan, and their round. */
function sinkOf({ side, gaps, task }, round, journal) {
    const { load } = task.workload;
    const { saveResponses } = task.config.measure;
    const digester = new Digester({ load, saveResponses, allGaps: gaps });
    return {
        gaps: digester.gaps,
        sink: {
            add(record) {
                const digested = digester.digest(record);
                journal.add({ ...digested, id: round.from + digested.id, round: round.index }, side);
            },
            sendingEnded: () => digester.sendingEnded(),
        },
    };
}

;// CONCATENATED MODULE: ./build/measure/duet/rounds.js





function rounds_sentBy({ carried }) {
    return carried.reduce((sum, { outcome: { warmUp, sent } }) => sum + warmUp.attempted + sent, 0);
}
function capsLeft({ base, candidate }) {
    const { caps, workload } = candidate.task;
    return capsAfterSending(caps, workload, rounds_sentBy(base) + rounds_sentBy(candidate));
}
/** An endpoint that was asked before, or has answered in an earlier round, needs no trial. */
function isProven({ task, carried }) {
    return task.config.measure.readyTimeout !== undefined || carried.length > 0;
}
async function carryOut(own, round, { sides, duet, journal }, ports) {
    const { task, side } = own;
    const { workload, endpoint, exchange, config } = task;
    const { sink, gaps } = sinkOf(own, round, journal);
    const label = `${workload.name}, round ${round.index + 1} of ${duet.rounds}, ${side}`;
    const outcome = await runLoad({
        ...side_partsOf(own, round),
        load: workload.load,
        bound: round.bound,
        clock: ports.clock,
        endpoint,
        exchange,
        deadlines: { sendUntil: task.deadlineAt, drainTimeout: config.measure.drainTimeout },
        maxRequests: requestCap(capsLeft(sides), workload),
        proven: isProven(own),
        signal: ports.signal,
        watchHealth: () => ports.watchHealth(own.health),
        sink,
        onProgress: (state) => ports.log.progress(label, state),
    });
    own.carried.push({ outcome, gaps });
    return outcome;
}
function isWhole({ stopped }) {
    return stopped === "planned" || stopped === "duration";
}
/** One side right after the other; undefined where both were carried out. */
async function playRound(round, stage, ports) {
    for (const side of sidesOf(stage.first[round.index] ?? "base")) {
        const outcome = await carryOut(stage.sides[side], round, stage, ports);
        if (!isWhole(outcome))
            return outcome.stopped;
    }
    return undefined;
}
function sentInRound({ carried }) {
    return carried.at(-1)?.outcome.sent ?? 0;
}
async function playRounds(stage, ports) {
    const { sides, duet } = stage;
    const { workload } = sides.candidate.task;
    const { offsets } = sides.candidate.measure;
    let unused = 0;
    for (let index = 0; index < duet.rounds; index++) {
        const round = roundAt(workload, { index, of: duet.rounds, unused }, offsets);
        const stopped = await playRound(round, stage, ports);
        if (stopped !== undefined)
            return { complete: index, stopped };
        unused += Math.max(sentInRound(sides.base), sentInRound(sides.candidate));
    }
    return { complete: duet.rounds, stopped: "planned" };
}

;// CONCATENATED MODULE: ./build/measure/duet/duet.js











function planOf(config, { duet, ...task }, ports) {
    const { workload, measurement } = task;
    const common = { ...task, rounds: duet.rounds };
    const candidate = openSide({ ...common, side: "candidate", config }, ports);
    const base = openSide({ ...common, side: "base", config: baseConfig(config, duet) }, ports);
    return {
        config,
        duet,
        first: firstSides(workload.seed, duet.rounds, measurement),
        sides: { candidate, base },
        head: task_headOf(candidate.task, ports),
        journal: ports.journal ?? memoryJournal(),
    };
}
/** What the log says of waiting does not name an endpoint. */
function aboutBase({ log, ...ports }) {
    const info = (line) => log.info(`Base endpoint. ${line}`);
    return { ...ports, log: { ...log, info } };
}
/** Both must answer before anything is measured; the candidate is asked first. */
async function foundBefore({ sides, head }, ports) {
    const played = { complete: 0, stopped: "hopeless" };
    const empty = { ...head, ...nothing(ports), obstacles: [] };
    const candidate = await obstaclesBefore(sides.candidate.task, ports);
    if (candidate.length > 0)
        return { played, candidate: { ...empty, obstacles: candidate }, base: empty };
    const base = await obstaclesBefore(sides.base.task, aboutBase(ports));
    if (base.length > 0)
        return { played, candidate: empty, base: { ...empty, obstacles: base } };
    const { task } = sides.candidate;
    const idle = await awaitIdle(task.config.measure.metricsUrl, limitsOf(task), ports);
    if (idle.obstacles.length === 0)
        return idle;
    const { obstacles, warnings } = idle;
    return { played, candidate: { ...empty, obstacles, warnings }, base: empty };
}
function warmUpsOf({ carried }) {
    const sum = (of) => carried.reduce((total, { outcome }) => total + outcome.warmUp[of], 0);
    return { attempted: sum("attempted"), completed: sum("completed") };
}
/** `stopped`: what ended the duet, whichever side it met. */
async function measuredOf(own, { head, journal }, { stopped, clock }) {
    const { workload } = own.task;
    const { records, encoding } = await counted(await inOrder(journal, own.side), task_encodingOf(workload));
    const outcomes = own.carried.map(({ outcome }) => outcome);
    const health = own.health.reading();
    return {
        ...head,
        records,
        gaps: own.gaps,
        rounds: own.carried.map(({ outcome, gaps }) => ({
            sendingEndedAt: outcome.sendingEndedAt,
            gaps,
        })),
        ...(encoding !== undefined && { encoding }),
        sendingEndedAt: outcomes.at(-1)?.sendingEndedAt ?? clock.now(),
        stopped,
        warmUp: warmUpsOf(own),
        ...(health && { health }),
        obstacles: outcomes.flatMap((outcome) => hopelessness(outcome, records)),
        warnings: stopWarning({ stopped }),
    };
}
/** What the candidate's server was asked besides the candidate's measured requests. */
function askedOf({ config, duet, sides }, { candidate, base }) {
    const probes = config.measure.readyTimeout === undefined ? 0 : 1;
    const own = { records: candidate.records, besides: candidate.warmUp.attempted + probes };
    // One host may be one server: what the base was asked is then no other's.
    const both = duet.endpoint.host === config.target.endpoint.host;
    const asked = both
        ? {
            records: [...candidate.records, ...base.records],
            besides: own.besides + base.warmUp.attempted + probes,
        }
        : own;
    return { ...asked, outputTokens: sides.candidate.task.workload.outputTokens };
}
async function foundIn(plan, idle, ports) {
    const { sides, journal, head } = plan;
    const { task } = sides.candidate;
    journal.beginWorkload(head);
    const watch = watchServer(task.config.measure.metricsUrl, idle.before, ports);
    const played = await playRounds(plan, ports);
    const { clock } = ports;
    const base = await measuredOf(sides.base, plan, { ...played, clock });
    const candidate = await measuredOf(sides.candidate, plan, { ...played, clock });
    const { server, ...told } = await watch.end(askedOf(plan, { candidate, base }));
    const after = await obstaclesAfter(task, ports);
    return {
        played,
        base,
        candidate: {
            ...candidate,
            ...(server && { server }),
            obstacles: [...candidate.obstacles, ...after, ...told.faults],
            warnings: [...candidate.warnings, ...idle.warnings, ...told.warnings],
        },
    };
}
/** Legal, and worth a word: it tells what noise alone makes of a duet. */
function sameWarnings({ config, duet }) {
    if (config.target.endpoint.href !== duet.endpoint.href)
        return [];
    const message = "both endpoints are the same: whatever differs between them is noise";
    return [warning("same-endpoint", message)];
}
async function runOf(plan, ports) {
    const before = await foundBefore(plan, ports);
    const { played, ...sides } = "played" in before ? before : await foundIn(plan, before, ports);
    const gated = new Set(plan.config.policy.cells.keys());
    const endpoint = shownEndpoint(plan.sides.base.task.config.target);
    const measured = { ...sides, endpoint, first: plan.first, complete: played.complete };
    const run = duetRunFrom(measured, gated);
    return { ...run, warnings: [...sameWarnings(plan), ...run.warnings] };
}
async function measureDuet(config, task, ports) {
    const plan = planOf(config, task, ports);
    try {
        return await runOf(plan, ports);
    }
    finally {
        await Promise.all([plan.sides.candidate, plan.sides.base].map(({ task: { endpoint } }) => endpoint.close()));
    }
}

;// CONCATENATED MODULE: ./build/measure/trust.js

/** Stays beside the numbers: whoever stood between may have answered in the endpoint's place. */
function trustWarnings({ target, duet }) {
    const endpoints = [target.endpoint, ...(duet ? [duet.endpoint] : [])];
    if (!target.insecureTls || endpoints.every(({ protocol }) => protocol !== "https:"))
        return [];
    return [warning("insecure-tls", "the endpoint's certificate was not checked (`insecure-tls`)")];
}
/** The endpoint's pages are fetched with as much trust as its answers. */
function withTrustOf({ insecureTls }, ports) {
    return { ...ports, fetchText: (url, signal) => ports.fetchText(url, signal, insecureTls) };
}

;// CONCATENATED MODULE: ./build/measure/workload.js










function workload_carryOut(task, { sink }, ports) {
    const { workload, config, endpoint, exchange, scope } = task;
    return runLoad({
        warmUp: scheduleFrom(workload, "warm-up", scope),
        measure: scheduleFrom(workload, "measure", scope),
        load: workload.load,
        bound: workload.bound,
        clock: ports.clock,
        endpoint,
        exchange,
        deadlines: { sendUntil: task.deadlineAt, drainTimeout: config.measure.drainTimeout },
        maxRequests: requestCap(task.caps, workload),
        proven: config.measure.readyTimeout !== undefined,
        signal: ports.signal,
        watchHealth: () => ports.watchHealth(),
        sink,
        onProgress: (state) => ports.log.progress(workload.name, state),
    });
}
async function measuredFrom(task, ports) {
    const head = task_headOf(task, ports);
    const before = await obstaclesBefore(task, ports);
    if (before.length > 0)
        return { ...head, ...nothing(ports), obstacles: before };
    const idle = await awaitIdle(task.config.measure.metricsUrl, limitsOf(task), ports);
    if (idle.obstacles.length > 0)
        return { ...head, ...nothing(ports), obstacles: idle.obstacles, warnings: idle.warnings };
    return carriedOut(task, head, idle, ports);
}
async function carriedOut(task, head, idle, ports) {
    const { workload, config } = task;
    const { journal = memoryJournal() } = ports;
    journal.beginWorkload(head);
    const kept = recordsIn(journal, { load: workload.load, saveResponses: head.saveResponses });
    const watch = watchServer(config.measure.metricsUrl, idle.before, ports);
    const outcome = await workload_carryOut(task, kept, ports);
    const { records, encoding } = await counted(await kept.inOrder(), task_encodingOf(workload));
    const { server, ...told } = await watch.end({
        records,
        besides: outcome.warmUp.attempted + (config.measure.readyTimeout === undefined ? 0 : 1),
        outputTokens: workload.outputTokens,
    });
    return {
        ...head,
        records,
        gaps: kept.gaps,
        ...(encoding !== undefined && { encoding }),
        sendingEndedAt: outcome.sendingEndedAt,
        stopped: outcome.stopped,
        warmUp: { attempted: outcome.warmUp.attempted, completed: outcome.warmUp.completed },
        ...(outcome.health && { health: outcome.health }),
        ...(server && { server }),
        obstacles: [
            ...hopelessness(outcome, records),
            ...(await obstaclesAfter(task, ports)),
            ...told.faults,
        ],
        warnings: [...stopWarning(outcome), ...idle.warnings, ...told.warnings],
    };
}
async function measureWorkload(config, { workload, measurement, ...limits }, ports) {
    const endpoint = ports.openEndpoint(config.target);
    const exchange = exchangeFor(config.target, workload);
    const scope = scopeOf(ports.job, measurement, "candidate");
    try {
        const task = { config, workload, endpoint, exchange, scope, ...limits };
        const gated = new Set(config.policy.cells.keys());
        return workloadRunFrom(await measuredFrom(task, ports), gated);
    }
    finally {
        await endpoint.close();
    }
}

;// CONCATENATED MODULE: ./build/measure/measure.js








/** Measures every workload in turn; what could not be measured is in the run as invalid, with its reason. */
async function measure_measure(config, { measurement, deadlineAt, caps: granted }, ports) {
    const { commit, runId, attempt, repository } = ports.job;
    const createdAt = new Date(ports.wallClock()).toISOString();
    const head = {
        schema: 1,
        kind: "latency-gate-run",
        tool: tool,
        name: config.name,
        createdAt,
        commit,
        runId,
        attempt,
        repository,
        measurement,
        endpoint: shownEndpoint(config.target),
        environment: environmentOf(config, ports.job),
        boundaries: "client",
    };
    const redact = redactor(targetsOf(config).flatMap(job_secretsOf));
    ports.journal?.beginRun(head, redact);
    const workloads = [];
    const trusting = withTrustOf(config.target, discreet(ports, redact));
    const untrusted = trustWarnings(config);
    let caps = granted;
    for (const workload of config.workloads) {
        const task = { workload, measurement, deadlineAt, caps };
        const run = config.duet
            ? await measureDuet(config, { ...task, duet: config.duet }, trusting)
            : await measureWorkload(config, task, trusting);
        caps = capsAfter(caps, workload, run);
        const authenticated = isAuthenticated(config.target);
        workloads.push({ ...run, authenticated, warnings: [...untrusted, ...run.warnings] });
    }
    return redactAll({ ...head, workloads }, redact);
}
/** What an endpoint echoes while it is waited for goes to the log. */
function discreet({ log, ...ports }, redact) {
    const info = (line) => log.info(redact(line));
    const warn = (line) => log.warn(redact(line));
    return { ...ports, log: { ...log, info, warn } };
}
function targetsOf({ target, duet }) {
    return duet ? [target, { ...target, endpoint: duet.endpoint }] : [target];
}
/** The first measurement of a job that starts now: its cost is checked against the caps and said. */
function firstMeasurement(config, ports) {
    checkCaps(config);
    return announced(costLine(config), config, ports);
}
/** The same where several jobs are measured one after the other, within one budget and the same caps. */
function firstOfJobs(config, jobs, ports) {
    checkCaps(config, jobs);
    return announced(jobsCostLine(config, jobs), config, ports);
}
function announced(plan, config, { clock, log }) {
    log.info(plan);
    for (const { message } of trustWarnings(config))
        log.warn(`Warning: ${message}.`);
    const { budget, maxRequests, maxTokens } = config.measure;
    return {
        measurement: "first",
        deadlineAt: micros(clock.now() + budget),
        caps: { requests: maxRequests, tokens: maxTokens },
    };
}
/** A second one within the same budget and what is left of the caps. */
function measure_confirmationOf(first, config, run) {
    return { ...nextJob(first, config, run), measurement: "confirmation" };
}
/** That of another job within the same budget and what is left of the caps. */
function nextJob(before, config, run) {
    const caps = config.workloads.reduce((left, workload) => {
        const done = run.workloads.find(({ name }) => name === workload.name);
        return done ? capsAfter(left, workload, done) : left;
    }, before.caps);
    return { ...before, caps };
}

;// CONCATENATED MODULE: ./build/measure/jobs.js

/** What is there counts, whatever stops the rest. */
async function measureJobs(config, ports) {
    const jobs = [];
    let next = firstOfJobs(config, config.jobs, ports);
    let longest = 0;
    while (jobs.length < config.jobs) {
        const nth = jobs.length + 1;
        ports.log.info(`Job ${nth} of ${config.jobs}.`);
        const startedAt = ports.clock.now();
        const run = await measure_measure(config, next, asJob(ports, nth));
        const job = { run, faults: jobs_faultsOf(run) };
        jobs.push(job);
        for (const fault of job.faults)
            ports.log.warn(`Job ${nth} does not count: ${fault}.`);
        longest = Math.max(longest, ports.clock.now() - startedAt);
        const before = next;
        next = nextJob(before, config, run);
        const stopped = jobs_obstacle({ run, before, next, longest }, ports);
        if (stopped !== undefined && jobs.length < config.jobs)
            return { jobs, stopped };
    }
    return { jobs };
}
/** Its prompts' nonces are its own, so that no prefix cache knows them from the job before. */
function asJob(ports, nth) {
    return { ...ports, job: { ...ports.job, entropy: `${ports.job.entropy}.${nth}` } };
}
/** A job that ended before its plan would be compared with whole ones. */
const cutShort = new Set(["budget", "cap", "cancelled"]);
function jobs_faultsOf({ workloads }) {
    return workloads.flatMap(({ name, invalid, warnings, counts }) => {
        const cut = warnings.filter(({ code }) => cutShort.has(code));
        const told = invalid.length > 0 ? invalid : cut;
        const found = told.map(({ message }) => `${name}: ${message}`);
        return found.length > 0 || counts.completed > 0 ? found : [`${name}: no request completed`];
    });
}
/** What speaks against another job after this one. */
function jobs_obstacle(progress, { signal, clock }) {
    const { run, before, next, longest } = progress;
    if (signal.aborted)
        return "it was cancelled";
    if (run.workloads.every(isSilent))
        return "the endpoint completed no request";
    if (clock.now() + longest > next.deadlineAt)
        return "the budget does not last for another one";
    const short = ["requests", "tokens"].some((what) => {
        const [had, left] = [before.caps[what], next.caps[what]];
        return had !== undefined && left !== undefined && left < had - left;
    });
    return short ? "max-requests or max-tokens does not last for another one" : undefined;
}
function isSilent({ counts }) {
    return counts.completed === 0;
}

;// CONCATENATED MODULE: ./build/baseline/select.js

/** The newest run of the base commit itself, else of the nearest ancestor, else the newest of main. */
function selectBaseline(request) {
    const { baseline, key, maxAge, keep } = request;
    const records = baseline.history.filter((record) => record.key === key);
    const nearest = nearestIn(records, lineageOf(request));
    const chosen = nearest?.index ?? records.length - 1;
    const age = ageOf(records[chosen], request.now);
    return {
        key: baseline.key,
        definition: baseline.definition,
        newest: baseline.newest,
        history: records.slice(0, chosen + 1).slice(-keep),
        match: matchAt(nearest?.distance),
        distance: nearest?.distance,
        age,
        tooOld: records.length > 0 && (age === undefined || age > maxAge),
    };
}
/** The base commit first. */
function lineageOf({ baseSha, ancestors = [] }) {
    return baseSha === undefined ? [] : [baseSha, ...ancestors.filter((sha) => sha !== baseSha)];
}
function nearestIn(records, lineage) {
    const newest = new Map(records.map(({ sha }, index) => [sha, index]));
    const distance = lineage.findIndex((sha) => newest.has(sha));
    const index = newest.get(lineage[distance] ?? "");
    return index === undefined ? undefined : { index, distance };
}
function matchAt(distance) {
    if (distance === undefined)
        return "approximate";
    return distance === 0 ? "exact" : "ancestor";
}
/** A record from the future (clocks differ) is as young as can be. */
function ageOf(record, now) {
    if (!record)
        return undefined;
    const elapsed = now.getTime() - Date.parse(record.time);
    return Number.isNaN(elapsed) ? undefined : fromMilliseconds(Math.max(0, elapsed));
}

;// CONCATENATED MODULE: ./build/verdict/past/pinned.js









/** Nothing is measured a second time for it. */
const pinned_alpha = 0.01;
const pinned_slack = 1e-9;
/**
 * What main has lost since the pin, a sentence a cell. The question is the gate's, asked the other way round: could the
 * pinned job be one more job of main as it is now? It must be better by more than the cell's limit, and by Holm's p over
 * the gating cells. Shares of failures are left to their own test.
 */
function sincePin(request) {
    const { pinned, policy } = request;
    const jobs = request.jobs.filter((job) => !isSame(job, pinned));
    const newest = jobs.at(-1);
    if (!newest)
        return [];
    if (newest.key !== pinned.key)
        return [incomparable(request, "it is of another workload")];
    const current = currentEpoch(jobs, pinned.where);
    if (current.length === 0)
        return [incomparable(request, `it ran on ${pinned.where}, main now on ${newest.where}`)];
    const objection = objections(pinned, current);
    const epochs = epochsOf(jobs);
    const tested = [...policy.cells].flatMap(([id, limit]) => {
        const cell = cells.get(id);
        if (!cell || !pinned_gates(cell, request) || objection(cell))
            return [];
        return testedCell({ cell, limit, pinned, logs: logsOf(epochs, id), policy }) ?? [];
    });
    const ps = holm(tested.map(({ p }) => p));
    return tested
        .filter((one, index) => one.moved && (ps[index] ?? 1) <= pinned_alpha)
        .map((one) => drifted(request, one));
}
function isSame(a, b) {
    return a.sha === b.sha && a.time === b.time && a.runId === b.runId;
}
/** In an open loop throughput is the offered rate. */
function pinned_gates({ id, metric }, { openLoop, policy }) {
    if (isFailureShare(metric))
        return false;
    return !openLoop || !id.endsWith("_throughput") || policy.named.has(id);
}
function testedCell({ cell, limit, pinned, logs, policy }) {
    const logged = pinned.cells[cell.id];
    if (!logged || !logs)
        return undefined;
    const terms = { epochs: logs, withinRun: logged.w, assumedCv: policy.assumedRunCv };
    const prediction = predict(terms);
    if (!prediction)
        return undefined;
    const { d, pImproved } = effectOf(logged.y, prediction);
    const { better } = cell.metric;
    const [then, now] = [fromLog(logged.y, better), fromLog(prediction.centre, better)];
    const moved = -d > thetaOf(limit, cell) + pinned_slack && Math.abs(now - then) >= limit.minChange - pinned_slack;
    return { cell, then, now, p: pImproved, moved };
}
function referenceName({ name, pinned }) {
    const commit = pinned.sha === "unknown" ? "" : ` (${pinned.sha.slice(0, 7)})`;
    return `${name}'s reference of ${pinned.time.slice(0, 10)}${commit}`;
}
function drifted(request, { cell, then, now }) {
    const since = `since ${referenceName(request)}`;
    const message = `${cellName(cell)} of main ${movement(now / then - 1)} ${since}.`;
    return warning("drifted-since-reference", message);
}
function incomparable(request, why) {
    const message = `Main cannot be compared with ${referenceName(request)}: ${why}.`;
    return warning("reference-not-comparable", message);
}

;// CONCATENATED MODULE: ./build/verdict/past/thin.js





/** Of a whole job's requests, where even those are too few. */
const thin_enoughShare = 0.5;
/** A workload that never has enough is remembered as it is: it is the same for every job. */
function isThin(id, n, { planned, before }) {
    const cell = cells.get(id);
    if (!cell)
        return false;
    const needed = requestsNeeded(cell, true);
    const whole = planned ?? before?.cells[id]?.n ?? n;
    return n < needed && (whole >= needed || n < thin_enoughShare * whole);
}
function thin_kept(given, whole) {
    return Object.fromEntries(Object.entries(given).filter(([id, { n }]) => !isThin(id, n, whole)));
}
function withoutThin(record, whole) {
    const { confirmation } = record;
    const again = confirmation ? { confirmation: thin_kept(confirmation, whole) } : {};
    return { ...record, cells: thin_kept(record.cells, whole), ...again };
}
function thinWarning({ name, counts }, left) {
    const message = `${name}: main does not remember ${left.join(", ")} of this job, as ${counts.completed} requests are too few for it.`;
    return warning("not-remembered", message);
}
/** What is missing in the records, by workload name, of what the run has a number for. */
function thinWarnings(run, records) {
    return run.workloads.flatMap((workload) => {
        const remembered = records.get(workload.name)?.cells ?? {};
        const left = Object.keys(cellsOf(workload)).filter((id) => !(id in remembered));
        const names = left.flatMap((id) => cells.get(id) ?? []).map(cellName);
        return names.length === 0 ? [] : [thinWarning(workload, names)];
    });
}

;// CONCATENATED MODULE: ./build/references.js









function referenceTo(document, { name, key }, { read, config, commit, now }) {
    const baseline = Object.hasOwn(document.workloads, name) ? document.workloads[name] : undefined;
    // Of a workload that was only ever measured in rounds main remembers no job.
    if (!baseline?.history.length)
        return undefined;
    const { maxAge } = config.baseline;
    const keep = config.policy.history;
    const { base, ancestors, aside } = commit;
    const baseSha = aside === undefined ? base : ancestors?.[0];
    const selection = selectBaseline({ baseline, key, baseSha, ancestors, now, maxAge, keep });
    const near = { match: "approximate", distance: undefined };
    return { ...selection, ...(aside !== undefined && near), source: read.source };
}
/** What lies between main and the change's own base would count as the change's. */
function asideWarnings(references, { aside }) {
    if (aside === undefined)
        return [];
    const how = references.size === 0
        ? "there is nothing to compare with"
        : "it is compared with main where that branch left it, and what that branch changed counts as well";
    const message = `This change goes to the branch ${aside}, of which nothing is recorded: ${how}.`;
    return [warning("base-not-recorded", message)];
}
/** Whether anything of the run needs main's past; what was measured in rounds has its base endpoint. */
function isHeldAgainstMain({ workloads }) {
    return workloads.length === 0 || workloads.some(({ duet }) => duet === undefined);
}
/** Main's duets with itself, by the name of a workload that was measured in rounds; without them all is assumed. */
function placementsOf(read, { workloads }) {
    if (read.kind !== "found")
        return new Map();
    const known = new Map(Object.entries(read.document.workloads));
    return new Map(workloads.flatMap(({ name, duet }) => {
        const duets = duet && known.get(name)?.duets;
        return duets ? [[name, duets]] : [];
    }));
}
/** By workload name; a workload that main does not know, or that needs nothing of it, has none. */
function referencesFrom(request) {
    const { read, run } = request;
    if (read.kind !== "found")
        return new Map();
    return new Map(run.workloads.flatMap((workload) => {
        if (workload.duet)
            return [];
        const reference = referenceTo(read.document, workload, request);
        return reference ? [[workload.name, reference]] : [];
    }));
}
/**
 * Workloads that the very jobs of main measured which this change is held against, and that are not in its run. Main may
 * have dropped others long ago.
 */
function unmeasuredOf({ read, run }, references) {
    if (read.kind !== "found")
        return [];
    const jobs = new Set([...references.values()].flatMap(({ history }) => history.at(-1)?.sha ?? []));
    const here = new Set(run.workloads.map(({ name }) => name));
    return Object.entries(read.document.workloads)
        .filter(([name, { history }]) => !here.has(name) && history.some(({ sha }) => jobs.has(sha)))
        .map(([name]) => name);
}
/** Why nothing was found, in words that follow the workload's name. */
function references_absenceOf(read) {
    switch (read.kind) {
        case "found":
            return undefined;
        case "absent":
            return read.why === undefined
                ? `nothing is recorded yet at ${read.source}`
                : `there is no baseline at ${read.source}: ${read.why}`;
        case "unreadable":
            return `the baseline at ${read.source} cannot be read: ${read.why}`;
    }
}
/** A baseline that never was is no reason to warn; one that is gone or cannot be read is. */
function warningsOf(read) {
    if (read.kind === "found")
        return read.warnings ?? [];
    if (read.kind === "absent" && !read.lost)
        return [];
    const { source } = read;
    return [
        read.kind === "absent"
            ? warning("baseline-lost", `There was a baseline in ${source}, and it is gone.`)
            : warning("baseline-unreadable", `What main remembers in ${source} could not be read.`),
    ];
}
function series(history, id) {
    const cell = cells.get(id);
    if (!cell)
        return [];
    return history.flatMap((record) => {
        const found = record.cells[id];
        return found ? [fromLog(found.y, cell.metric.better)] : [];
    });
}
/** What the report draws of main's past, for the cells that gate. */
function seriesFrom(references, gating) {
    const ids = [...gating];
    return new Map([...references].map(([name, { history }]) => [
        name,
        { cells: new Map(ids.map((id) => [id, series(history, id)])) },
    ]));
}
/** Where main stands against the jobs that were pinned, this one included. */
function pinWarnings({ read, config }, records) {
    if (read.kind !== "found")
        return [];
    return Object.entries(read.document.workloads).flatMap(([name, workload]) => {
        const { pinned, definition, history } = workload;
        const record = records.get(name);
        if (!pinned || !record)
            return [];
        const jobs = [...history.filter(({ key }) => key === record.key), record];
        const { policy } = config;
        return sincePin({ name, pinned, jobs, policy, openLoop: isOpenLoop(definition) });
    });
}
/** A record starts a new epoch where the user asks for one, and where main has moved twice in a row. */
function recordsFrom({ read, run, confirmation, config }) {
    const document = read.kind === "found" ? read.document : undefined;
    const { policy, baseline } = config;
    const recordOf = (workload) => {
        const { name, key, definition } = workload;
        const again = confirmation?.workloads.find((one) => one.name === name && one.key === key && one.invalid.length === 0);
        const known = document?.workloads[name]?.history ?? [];
        const history = known.filter((one) => one.key === key);
        const whole = { planned: workload.counts.planned, before: history.at(-1) };
        const record = withoutThin(historyRecordFrom({ run, workload, confirmation: again }), whole);
        const openLoop = isOpenLoop(definition);
        const moved = startsNewLevel({ name, record, history, policy, openLoop });
        const newEpoch = baseline.reset || moved;
        return { ...record, newEpoch, ...(baseline.pin && { pinned: true }) };
    };
    return new Map(run.workloads.map((workload) => [workload.name, recordOf(workload)]));
}

;// CONCATENATED MODULE: ./build/verdict/calibration/leave-one-out.js


/** One-sided. */
const confidence = 0.95;
/** A job without a second measurement of its own is judged at the stricter α of one that has none. */
function leaveOneOut(jobs, policy) {
    const verdicts = verdictsOf(jobs, policy);
    const red = verdicts.filter(({ kind }) => kind === "regressed").length;
    const share = { x: red, n: verdicts.length };
    return {
        jobs: verdicts.length,
        red,
        atMost: verdicts.length === 0 ? 1 : exactBounds(share, 2 * confidence - 1).upper,
        unsure: verdicts.filter(({ kind }) => kind === "inconclusive").length,
        cells: leave_one_out_countsOf(verdicts),
    };
}
/** One job fewer than the gate will have is no reason to ask for more requests. */
function verdictsOf({ workload: name, openLoop, epochs }, given) {
    const policy = { ...given, minHistory: given.minHistory - 1 };
    const earlier = epochs.slice(0, -1).flat();
    const current = epochs.at(-1) ?? [];
    if (current.length < 2)
        return [];
    return current.map((record, index) => {
        const history = [...earlier, ...asEpoch(current.toSpliced(index, 1))];
        return judgeRecord({ name, openLoop, policy, record, history });
    });
}
/** The mark of an epoch is on its first job, which may be the one that is left out. */
function asEpoch([first, ...rest]) {
    return first ? [{ ...first, newEpoch: true }, ...rest] : [];
}
function leave_one_out_countsOf(verdicts) {
    const regressed = verdicts.flatMap(({ workloads }) => workloads.flatMap(({ comparisons }) => comparisons
        .filter(({ gating, finding }) => gating && finding === "regressed")
        .map(({ cell }) => cell.id)));
    return new Map([...Map.groupBy(regressed, (id) => id)].map(([id, all]) => [id, all.length]));
}

;// CONCATENATED MODULE: ./build/verdict/calibration/remedy.js
// Remedy: what would let a cell show a change of twice its limit: more jobs, more requests, or a wider limit.


/** Beyond it the advice to send more is none. */
const mostFold = 20;
/** Absorbs the rounding of logarithms. */
const remedy_slack = 1e-9;
/** A limit of e^3 is one of 1,900 %. */
const widestTheta = 3;
/** Whether a change of twice the limit would be called regressed with 80 % power. */
function seesEnough(mde, theta) {
    return Math.log1p(mde) <= 2 * theta + remedy_slack;
}
/**
 * What one more job would be held against after `jobs` jobs of `fold` times the requests. Those shrink the part within
 * a job, w² ÷ fold, and leave what is between the jobs.
 */
function predictionWith(setUp, { jobs = setUp.jobs, fold = 1 }) {
    const { measured, within, assumedCv } = setUp;
    const own = Math.min(within, measured) ** 2;
    const square = measured ** 2 - own + own / fold;
    const freedom = setUp.freedom + jobs - setUp.jobs;
    const withinRun = within / Math.sqrt(fold);
    const { scale, degrees } = moderated({
        squares: square * freedom,
        freedom,
        withinRun,
        assumedCv,
    });
    return { centre: 0, error: scale * Math.sqrt(1 + 1 / jobs), degrees, jobs };
}
function remedyOf(setUp, terms) {
    const sees = (prediction, theta = setUp.theta) => seesEnough(detectableChange({ ...terms, prediction, theta }), theta);
    const jobs = jobsFor(setUp, terms.history, sees);
    const requests = requestsFor(setUp, sees);
    const now = predictionWith(setUp, {});
    const wideEnough = (theta) => sees(now, theta);
    return {
        ...(jobs !== undefined && { jobs }),
        ...(requests !== undefined && { requests }),
        theta: wideEnough(setUp.theta) ? setUp.theta : smallest(setUp.theta, widestTheta, wideEnough),
    };
}
function jobsFor(setUp, history, sees) {
    for (let jobs = setUp.jobs + 1; jobs <= history; jobs += 1)
        if (sees(predictionWith(setUp, { jobs })))
            return jobs;
    return undefined;
}
function requestsFor(setUp, sees) {
    const { requests } = setUp;
    if (requests === undefined)
        return undefined;
    const enough = (fold) => sees(predictionWith(setUp, { fold }));
    return enough(mostFold) ? roundedUp(requests * smallest(1, mostFold, enough)) : undefined;
}
/** Two significant digits, never fewer than asked for. */
function roundedUp(count) {
    const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
    return step * Math.ceil(count / step - remedy_slack);
}
/** Where a condition that holds at `high` and for all that is larger begins to hold. */
function smallest(low, high, holds) {
    let [below, above] = [low, high];
    while (above - below > 1e-9 * above) {
        const middle = (below + above) / 2;
        if (holds(middle))
            above = middle;
        else
            below = middle;
    }
    return above;
}

;// CONCATENATED MODULE: ./build/verdict/calibration/calibration.js








/** The workloads are those that one job measures: their gating cells are tested together. Empty series are left out. */
function calibrationFrom(series, policy) {
    const kept = series.map((one) => ({ ...one, records: one.records.slice(-policy.history) }));
    const known = kept.flatMap((one) => epochedOf(one) ?? []);
    const terms = { policy, confirmable: policy.confirm > 0 };
    const found = findingsOf(known.map(oneMoreJob), terms);
    return {
        alpha: found.alpha,
        workloads: known.flatMap((one, index) => {
            const findings = found.subjects[index];
            return findings ? calibration_workloadOf(one, findings, { policy, ...familyOf(found, policy) }) : [];
        }),
    };
}
function epochedOf(series) {
    const epochs = epochsOf(series.records);
    const current = epochs.at(-1);
    const newest = current?.at(-1);
    return current && newest && { ...series, epochs, current, newest };
}
/** The job that is yet to come: in its place, with as much noise of its own as those before it had. */
function oneMoreJob({ workload, records, openLoop, current, newest }) {
    const cells = Object.keys(newest.cells).flatMap((id) => {
        const logged = current.flatMap((record) => record.cells[id] ?? []);
        const y = moments_mean(logged.map((one) => one.y));
        const n = Math.min(...logged.map((one) => one.n));
        return [[id, { y, w: rootMeanSquare(logged.map(({ w }) => w)), n }]];
    });
    const candidate = { ...newest, cells: Object.fromEntries(cells) };
    return { workload, candidate, history: records, openLoop };
}
function rootMeanSquare(values) {
    return Math.sqrt(moments_mean(values.map((value) => value ** 2)));
}
/** The terms of the test that the cells would go through together. */
function familyOf({ subjects, alpha }, { rule, history }) {
    const all = subjects.flatMap(({ comparisons }) => comparisons);
    const tested = all.filter(({ gating, mde }) => gating && mde !== undefined);
    return { alpha, rule, history, family: Math.max(1, tested.length) };
}
function calibration_workloadOf(one, findings, context) {
    const { workload, key, current, newest } = one;
    const gating = findings.comparisons.filter(({ gating: gates, cell }) => gates && !isFailureShare(cell.metric));
    return {
        workload,
        key,
        jobs: current.length,
        from: current[0]?.time ?? newest.time,
        to: newest.time,
        requests: newest.err.n,
        cells: gating.map((comparison) => calibration_cellOf(comparison, one, context)),
        leaveOneOut: leaveOneOut(one, context.policy),
    };
}
function calibration_cellOf(comparison, one, context) {
    const { cell, limit, theta, mde, reason, note, jobs } = comparison;
    const logged = one.current.flatMap(({ cells }) => cells[cell.id] ?? []);
    const withinRun = logged.length > 0 ? rootMeanSquare(logged.map(({ w }) => w)) : 0;
    const epochs = logsOf(one.epochs, cell.id);
    const scale = epochs && centreAndScale({ epochs, withinRun, assumedCv: context.policy.assumedRunCv });
    return {
        cell,
        jobs,
        ...(limit !== undefined && { limit }),
        ...(theta !== undefined && { theta }),
        ...(scale && { level: fromLog(scale.centre, cell.metric.better) }),
        ...(scale?.measured !== undefined && { between: scale.measured }),
        ...(logged.length > 0 && isEstimated(cell) && { within: withinRun }),
        ...(mde === undefined
            ? { ...(reason && { reason }), ...(note && { note }) }
            : sensitivity({ mde, theta: theta ?? 0, cell, withinRun, scale, logged }, context)),
    };
}
/** A deployment's rate and a distribution of gaps are given an error that was assumed. */
function isEstimated({ metric, statistic }) {
    return statistic !== undefined && metric.scope === "request";
}
function sensitivity(seen, { policy, ...terms }) {
    const { mde, theta, cell, withinRun, scale, logged } = seen;
    const enough = seesEnough(mde, theta);
    if (enough || !scale)
        return { mde, enough };
    const requests = isEstimated(cell) ? Math.min(...logged.map(({ n }) => n)) : undefined;
    const setUp = {
        jobs: scale.jobs,
        freedom: scale.freedom,
        measured: scale.measured ?? 0,
        within: withinRun,
        requests,
        assumedCv: policy.assumedRunCv,
        theta,
    };
    return { mde, enough, remedy: remedyOf(setUp, terms) };
}

;// CONCATENATED MODULE: ./build/verdict/calibration/duets.js






const duets_fewest = 2;
/** Those of which there are two duets or more; their gating cells are tested together, as those of one job are. */
function duetCalibrations(series, policy, alpha) {
    const known = series.flatMap((one) => duets_groundOf(one, policy) ?? []);
    const family = known.reduce((sum, { gating }) => sum + gating.length, 0);
    const terms = { policy, alpha, family: Math.max(1, family) };
    return known.map((ground) => calibrationOf(ground, terms));
}
function duets_groundOf({ workload, duets, openLoop }, policy) {
    const newest = duets.at(-1);
    const here = duets.filter(({ where }) => where === newest?.where);
    if (!newest || here.length < duets_fewest)
        return undefined;
    const gating = [...policy.cells.keys()].flatMap((id) => {
        const cell = cells.get(id);
        const offered = openLoop && id.endsWith("_throughput") && !policy.named.has(id);
        const measured = differencesIn(here, id).length >= duets_fewest;
        return cell && measured && !offered && !isFailureShare(cell.metric) ? [cell] : [];
    });
    return { workload, duets: here, openLoop, newest, gating };
}
/** Of the duets that have enough rounds with the cell. */
function differencesIn(duets, id) {
    return duets.flatMap((duet) => {
        const differences = duet.cells[id];
        return differences && differences.length >= duets_fewest ? [differences] : [];
    });
}
function calibrationOf(ground, terms) {
    const { workload, duets, newest, gating } = ground;
    const { byCell } = placementsFrom(duets, newest);
    const measured = gating.map((cell) => ({ cell, duets: differencesIn(duets, cell.id) }));
    const rounds = measured.flatMap((one) => one.duets.map(({ length }) => length));
    return {
        workload,
        duets: duets.length,
        from: duets[0]?.time ?? newest.time,
        to: newest.time,
        rounds: rounds.length === 0 ? 0 : Math.min(...rounds),
        used: byCell.size > 0,
        cells: measured.map((one) => duets_cellOf(one, { ...terms, placement: byCell.get(one.cell.id) })),
    };
}
function duets_cellOf({ cell, duets }, context) {
    const { policy, alpha, family, placement } = context;
    const limit = policy.cells.get(cell.id) ?? { maxChange: 0, minChange: 0 };
    const theta = thetaOf(limit, cell);
    const means = duets.map(moments_mean);
    const between = moments_standardDeviation(means);
    const square = moments_mean(duets.map(squaredError));
    const rounds = Math.min(...duets.map(({ length }) => length));
    const prediction = predictRounds({ rounds, square }, placement ?? assumedPlacement);
    const { rule } = policy;
    const mde = detectableChange({ prediction, theta, alpha, family, rule });
    return {
        cell,
        limit: cell.metric.better === "lower" ? limit.maxChange : -limit.maxChange,
        theta,
        difference: moments_mean(means),
        biased: isBiased(means) && isNotable(moments_mean(means), theta),
        between,
        within: Math.sqrt(square),
        placement: Math.sqrt(placementFrom(duets).variance / 2),
        mde,
        enough: seesEnough(mde, theta),
    };
}

;// CONCATENATED MODULE: ./build/calibrate.js
// The program of a calibration: measure one endpoint as several jobs, remember them, tell what the set-up can see.







const invalidExit = 3;
/**
 * The jobs are main's and belong to its current epoch: two of one hour are no proof that main has moved. With a second
 * endpoint, which must serve the same version, they are duets: no jobs of main, but what is known of the placement.
 */
async function calibrate(config, ports) {
    const { baseline, log } = ports;
    const read = await baseline.read();
    for (const { message } of warningsOf(read))
        log.warn(message);
    const found = await measureJobs(config, ports);
    const recording = recordingOf(found.jobs, config);
    const known = documentIn(read);
    if (!recording)
        return { told: toldOf(config, { read, found, document: known }), exitCode: invalidExit };
    const recorded = await baseline.record(recording);
    if (recorded.kind === "not-recorded")
        log.warn(`Not recorded: ${recorded.why}.`);
    const told = toldOf(config, { read, found, document: withRecording(known, recording) });
    const kept = recorded.kind === "recorded" ? { source: recorded.at } : { notRecorded: recorded.why };
    return { told: { ...told, ...kept }, exitCode: 0 };
}
/** Of what is remembered already; nothing is measured. Undefined where there is nothing. */
async function calibrate_calibrationOf(config, { baseline, log }) {
    const read = await baseline.read();
    for (const { message } of warningsOf(read))
        log.warn(message);
    if (read.kind !== "found")
        return undefined;
    return { told: toldOf(config, { read, document: read.document }), exitCode: 0 };
}
function documentIn(read) {
    return read.kind === "found" ? read.document : emptyDocument;
}
/** Undefined where no job is valid. */
function recordingOf(jobs, config) {
    const valid = jobs.filter(({ faults }) => faults.length === 0);
    const recorded = valid.map(({ run }, index) => {
        if (config.duet)
            return { run, records: new Map() };
        const newEpoch = config.baseline.reset && index === 0;
        const records = run.workloads.map((workload) => [workload.name, historyRecordFrom({ run, workload, newEpoch })]);
        return { run, records: new Map(records) };
    });
    const last = recorded.at(-1);
    return last && { ...last, earlier: recorded.slice(0, -1), keep: config.policy.history };
}
function toldOf(config, { read, document, found }) {
    const { policy } = config;
    const { jobs = [], stopped } = found ?? {};
    const names = found ? config.declared : Object.keys(document.workloads);
    const played = found ? found.jobs.some(isPlayed) : undefined;
    const calibration = calibrationFrom(played ? [] : calibrate_seriesOf(document, names), policy);
    const duets = played === false ? [] : duetsOf(document, names);
    return {
        kind: played ? "duet" : "job",
        calibration,
        duets: duetCalibrations(duets, policy, calibration.alpha),
        asked: found ? config.jobs : 0,
        measured: jobs.length,
        invalid: jobs.flatMap(({ faults }, index) => faults.length > 0 ? [{ nth: index + 1, because: faults }] : []),
        stopped,
        source: read.source,
        minHistory: policy.minHistory,
    };
}
/** Measured in rounds: what is remembered of jobs by one endpoint is then another matter. */
function isPlayed({ run }) {
    return run.workloads.some(({ duet }) => duet !== undefined);
}
function calibrate_seriesOf({ workloads }, names) {
    return names.flatMap((workload) => {
        const known = workloads[workload];
        if (!known)
            return [];
        const { key, history, definition } = known;
        const records = history.filter((record) => record.key === key);
        return [{ workload, key, records, openLoop: isOpenLoop(definition) }];
    });
}
function duetsOf({ workloads }, names) {
    return names.flatMap((workload) => {
        const known = workloads[workload];
        if (!known?.duets)
            return [];
        const newest = known.duets.at(-1);
        const duets = known.duets.filter(({ key }) => key === newest?.key);
        return [{ workload, duets, openLoop: isOpenLoop(known.definition) }];
    });
}

;// CONCATENATED MODULE: ./build/report/text/block.js
function paragraph(text) {
    return { kind: "paragraph", text };
}
function block_list(items) {
    return items.length === 0 ? [] : [{ kind: "list", items }];
}
function codeBlock(language, text) {
    return { kind: "code", language, text };
}
function table(columns, rows) {
    return {
        kind: "table",
        align: columns.map((column) => column.align),
        head: columns.map((column) => column.title),
        rows: rows.map((row) => ("tone" in row ? row : { cells: row, tone: "quiet" })),
    };
}

;// CONCATENATED MODULE: ./build/report/calibration/duets.js





const columns = [
    { title: text_text `cell`, align: "left" },
    ...["difference", "between duets", "within a duet", "placement", "would see", "allowed"].map((title) => ({ title: text_text `${title}`, align: "right" })),
];
function duetBlocks(one) {
    const what = `${formatCount(one.duets, "duet")} of ${formatCount(one.rounds, "round")}`;
    return [
        paragraph(text_text `${text_code(one.workload)}: ${what}${formatSpan(one.from, one.to)}.`),
        table(columns, one.cells.map(duets_rowOf)),
        ...block_list([...one.cells.flatMap(biasNotes), ...one.cells.flatMap(blindNotes), ...useNotes(one)]),
    ];
}
/** As people read it: a rate that falls is negative. */
function differenceOf({ cell, difference }) {
    return formatChange(Math.expm1(cell.metric.better === "lower" ? difference : -difference));
}
function duets_rowOf(one) {
    const { cell, between, within, placement, limit, enough, biased } = one;
    const shown = [
        cellLabel(cell),
        `${biased ? "🟡 " : ""}${differenceOf(one)}`,
        formatDeviation(between),
        formatDeviation(within),
        formatDeviation(placement),
        `${enough ? "" : "🟡 "}${detectableOf(one)}`,
        formatLimit(limit),
    ];
    const tone = enough && !biased ? "quiet" : "warn";
    return { cells: shown.map((each) => text_text `${each}`), tone };
}
function biasNotes(one) {
    if (!one.biased)
        return [];
    const { worse, better } = directionWords(one.cell);
    const how = one.difference > 0 ? worse : better;
    return [
        text_text `${cellLabel(one.cell)}: the measured endpoint is ${how} than the base endpoint by more than chance, ${differenceOf(one)} on average, though both should serve the same version. Place them alike; no number of duets makes up for it.`,
    ];
}
function blindNotes(one) {
    if (one.enough)
        return [];
    const { within, placement, cell, limit } = one;
    const remedy = within > Math.SQRT2 * placement
        ? "more `rounds`, or more requests in each"
        : "endpoints that are placed more alike";
    return [
        sentence(`${cellLabel(cell)}: only ${detectableOf(one)} would be seen, over twice the limit of ${formatLimit(limit)}. What would do: ${remedy}, or a wider limit.`),
    ];
}
function useNotes({ used, duets }) {
    const anew = text_text `Endpoints that are deployed anew may be placed otherwise: calibrate then too.`;
    if (used)
        return [text_text `From now on the gate judges duets by this placement.`, anew];
    return [
        anew,
        text_text `After ${formatCount(duets, "duet")} the gate still assumes a placement of 1 % of each endpoint; from 5 on it takes what they show.`,
    ];
}

;// CONCATENATED MODULE: ./build/report/calibration/page.js








function calibrationPage(input) {
    const { calibration, minHistory } = input;
    return {
        ...page_headOf(input),
        blocks: [
            ...calibration.workloads.flatMap((one) => workloadBlocks(one, calibration, minHistory)),
            ...input.duets.flatMap(duetBlocks),
            ...block_list(jobNotes(input)),
        ],
    };
}
function page_headOf(input) {
    const { calibration, duets, asked, measured, notRecorded } = input;
    const jobs = validOf(input);
    if (asked > 0 && jobs === 0) {
        const which = measured === 1 ? "the one job is not valid" : `none of ${measured} jobs is valid`;
        return { symbol: "⛔", title: text_text `Not calibrated: ${which}` };
    }
    const by = asked > 0 ? `Calibrated by ${formatCount(jobs, input.kind)}` : "What main remembers";
    const alone = calibration.workloads.flatMap(({ cells }) => cells);
    const paired = duets.flatMap(({ cells }) => cells);
    const biased = paired.some((one) => one.biased);
    const all = [...alone, ...paired];
    const seesAll = all.length > 0 && all.every(({ enough }) => enough === true);
    const fine = seesAll && !biased && notRecorded === undefined;
    return {
        symbol: fine ? "✅" : "🟡",
        title: text_text `${by}: ${seenBy(alone, paired)}`,
    };
}
/** Both are told apart where both are known: a cell that one way does not see the other may. */
function seenBy(alone, paired) {
    if (alone.length === 0 || paired.length === 0)
        return seenIn([...alone, ...paired]);
    return `beside main's jobs ${seenIn(alone)}; in a duet ${seenIn(paired)}`;
}
function seenIn(cells) {
    if (cells.length === 0)
        return "there is nothing to tell of yet";
    const blind = cells.filter(({ enough }) => enough !== true);
    const seen = "a change of twice the limit would be seen in";
    if (blind.length === 0)
        return `${seen} every gating cell`;
    const but = blind.map(({ cell }) => cellLabel(cell)).join(", ");
    const of = formatCount(cells.length, "gating cell");
    return `${seen} ${cells.length - blind.length} of ${of}, not in ${but}`;
}
const page_columns = [
    { title: text_text `cell`, align: "left" },
    ...["level", "between jobs", "within a job", "would see", "allowed", "falsely slower"].map((title) => ({ title: text_text `${title}`, align: "right" })),
];
function seenOf(cell) {
    if (cell.mde === undefined)
        return absent;
    return `${cell.enough ? "" : "🟡 "}${detectableOf(cell)}`;
}
function page_rowOf(cell, { leaveOneOut }) {
    const { jobs, cells } = leaveOneOut;
    const red = jobs === 0 ? absent : `${cells.get(cell.cell.id) ?? 0} of ${jobs}`;
    const shown = [
        cellLabel(cell.cell),
        formatValue(cell.cell.metric.unit, cell.level),
        formatDeviation(cell.between),
        formatDeviation(cell.within),
        seenOf(cell),
        formatLimit(cell.limit),
        red,
    ];
    return { cells: shown.map((each) => text_text `${each}`), tone: cell.enough ? "quiet" : "warn" };
}
function workloadBlocks(one, calibration, minHistory) {
    const what = `${formatCount(one.jobs, "job")} of ${formatCount(one.requests, "request")}`;
    return [
        paragraph(text_text `${text_code(one.workload)}: ${what}${formatSpan(one.from, one.to)}.`),
        table(page_columns, one.cells.map((cell) => page_rowOf(cell, one))),
        ...block_list([
            ...one.cells.flatMap((cell) => cellNotes(cell, one)),
            ...alarmNotes(one, calibration),
            ...historyNotes(one, minHistory),
        ]),
    ];
}
function cellNotes(cell, { jobs, requests }) {
    const label = cellLabel(cell.cell);
    if (cell.mde === undefined) {
        const why = cell.note ?? cell.reason ?? "it has no number";
        return [text_text `${label} cannot be judged: ${why}.`];
    }
    const level = cell.jobs < jobs
        ? [text_text `${label}: only the last ${cell.jobs} of ${jobs} jobs are at this level.`]
        : [];
    return [...level, ...remedyText(cell, requests)];
}
function alarmNotes({ leaveOneOut }, { alpha }) {
    const { jobs, red, unsure, atMost } = leaveOneOut;
    if (jobs === 0)
        return [text_text `A single job tells nothing of how jobs differ: measure more.`];
    const also = unsure === 0 ? "" : `, ${unsure} unsure`;
    const doubt = `the true share is at most ${formatDeviation(atMost)}, with 95 % confidence`;
    const level = alpha > 0.01 ? ", at alpha 0.01 unless it was measured twice" : "";
    return [
        text_text `Each job judged against the others${level}: ${red} of ${jobs} would have been red (${doubt})${also}.`,
    ];
}
/** A nightly job may start an hour or two early. */
const oneDayMs = 20 * 3_600_000;
function historyNotes({ jobs, from, to }, minHistory) {
    const span = Date.parse(to) - Date.parse(from);
    const missing = minHistory - jobs;
    return [
        ...(missing > 0
            ? [
                text_text `${formatCount(missing, "more job")} until the gate has its min-history of ${minHistory}.`,
            ]
            : []),
        ...(jobs > 1 && span < oneDayMs
            ? [
                text_text `Jobs close in time share that hour's load and machines: from day to day they will differ by more than this. Calibrate nightly to see it.`,
            ]
            : []),
    ];
}
function jobNotes(input) {
    const { asked, measured, invalid, stopped, source, notRecorded } = input;
    const valid = validOf(input);
    const kept = notRecorded === undefined ? `recorded in` : `not recorded in`;
    const why = notRecorded === undefined ? "" : `: ${notRecorded}`;
    return [
        ...invalid.map(({ nth, because }) => text_text `Job ${nth} does not count: ${because.map(finished).join(" ")}`),
        ...(measured < asked
            ? [text_text `${measured} of ${asked} jobs were measured: ${stopped ?? "it was stopped"}.`]
            : []),
        ...(valid > 0 ? [text_text `${formatCount(valid, input.kind)} ${kept} ${text_code(source)}${why}.`] : []),
    ];
}

;// CONCATENATED MODULE: ./build/report/faces/plain.js
// Plain text: a report's words without markup, for terminals, logs and annotations.


function plainText(words) {
    const line = words.map(({ kind, text }) => kind === "code"
        ? escape_oneLine(text)
        : withinSpaces(text, (inner) => escape_oneLine(inner, longestSentence)));
    return safeLine(line.join(""));
}

;// CONCATENATED MODULE: ./build/report/text/text-table.js
// Tables and paragraphs in a terminal: columns aligned by what the eye sees, nothing wider than the window.

const colours = { bad: "31", warn: "33", good: "32", quiet: "" };
function styled(style, words) {
    return style === "" || words === "" ? words : `\u001b[${style}m${words}\u001b[0m`;
}
function paintWith(colour) {
    const paint = (style, words) => (colour ? styled(style, words) : words);
    return {
        tone: (tone, words) => paint(colours[tone], words),
        strong: (words) => paint("1", words),
        dim: (words) => paint("2", words),
    };
}
/** Emoji and East Asian characters take two columns, marks none. */
function columnsOf(words) {
    let columns = 0;
    for (const character of words) {
        if (/\p{M}/u.test(character))
            continue;
        const wide = /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
        columns += wide.test(character) ? 2 : 1;
    }
    return columns;
}
function padded(words, columns, align) {
    const fill = " ".repeat(Math.max(0, columns - columnsOf(words)));
    return align === "left" ? words + fill : fill + words;
}
const gap = "  ";
/** Colour goes on after padding, so that it does not count as width. */
function rowLine({ cells, tone }, { widths, align, paint }) {
    const last = cells.length - 1;
    return cells
        .map((cell, index) => {
        const side = align[index] ?? "left";
        // Nothing follows the last column: spaces there would only be coloured.
        const width = index === last && side === "left" ? 0 : (widths[index] ?? 0);
        const words = padded(plainText(cell), width, side);
        const bold = cell.some(({ kind }) => kind === "strong") ? paint.strong(words) : words;
        return index === last ? paint.tone(tone, bold) : bold;
    })
        .join(gap)
        .trimEnd();
}
/** Where a table is wider than the window each row becomes a few lines of "name value". */
function stacked({ head, rows }, paint) {
    return rows.flatMap(({ cells, tone }) => {
        const [first = [], ...rest] = cells;
        const lines = rest.flatMap((cell, index) => {
            const words = plainText(cell);
            const name = plainText(head[index + 1] ?? []);
            const shown = index === rest.length - 1 ? paint.tone(tone, words) : words;
            return words === "" ? [] : [`  ${name === "" ? "" : `${name} `}${shown}`];
        });
        return [paint.strong(plainText(first)), ...lines];
    });
}
function tableLines(table, width, paint) {
    const all = [table.head, ...table.rows.map((row) => row.cells)];
    const widths = table.head.map((_, index) => Math.max(...all.map((row) => columnsOf(plainText(row[index] ?? [])))));
    const total = widths.reduce((sum, each) => sum + each, 0) + gap.length * (widths.length - 1);
    if (total > width)
        return stacked(table, paint);
    const layout = { widths, align: table.align, paint };
    const head = rowLine({ cells: table.head, tone: "quiet" }, { ...layout, paint: paintWith(false) });
    return [paint.dim(head), ...table.rows.map((row) => rowLine(row, layout))];
}
/** Words in lines of at most `width` columns; a word that is longer stands alone. */
function wrapped(words, width, indent = "") {
    const lines = [];
    for (const word of words.split(" ")) {
        const current = lines.at(-1);
        const longer = current === undefined ? word : `${current} ${word}`;
        if (current === undefined || columnsOf(longer) > width - indent.length)
            lines.push(word);
        else
            lines[lines.length - 1] = longer;
    }
    return lines.map((line, index) => (index === 0 ? line : indent + line));
}

;// CONCATENATED MODULE: ./build/report/words/failures.js

function exampleOf(run, failure) {
    const example = run.counts.examples.find((each) => each.failure === failure);
    if (example === undefined)
        return [];
    const status = example.status === null ? "" : ` ${example.status}`;
    return example.detail === "" ? text_text `${status}` : text_text `${status} ${text_code(example.detail)}`;
}
/** "81 × `http_status` 502 `Bad Gateway`, 6 × `truncated`", most frequent first; empty without failures. */
function failures_failuresOf(run) {
    const kinds = Object.entries(run.counts.failures).toSorted(([, a], [, b]) => b - a);
    return joined(kinds.map(([kind, n]) => text_text `${n} × ${text_code(kind)}${exampleOf(run, kind)}`), ", ");
}
/** One line per workload that had failures, and one of a duet's base endpoint. */
function failureCounts({ run }) {
    const several = run.workloads.length > 1;
    return run.workloads.flatMap((workload) => {
        const { name, duet } = workload;
        const where = several ? text_text `${text_code(name)}: ` : [];
        const base = several ? text_text `${text_code(name)}, base endpoint: ` : text_text `Base endpoint: `;
        return [...lineOf(where, workload), ...(duet ? lineOf(base, duet.base) : [])];
    });
}
function lineOf(where, run) {
    return run.counts.failed > 0 ? [text_text `${where}${failures_failuresOf(run)}.`] : [];
}

;// CONCATENATED MODULE: ./build/report/words/load-words.js

/** "8 at a time", "5 a second (poisson)"; a load that we do not know is shown as it is stated. */
function loadWords({ definition }) {
    const load = definition["load"];
    if (load === undefined)
        return undefined;
    const [, concurrency] = /^closed loop, concurrency (\d+)$/.exec(String(load)) ?? [];
    if (concurrency !== undefined)
        return `${concurrency} at a time`;
    const [, rate, arrival] = /^open loop, rate ([\d.]+)\/s, (\w+)/.exec(String(load)) ?? [];
    return rate === undefined ? String(load) : `${rate} a second (${arrival})`;
}
/** "128 tokens each", or their mean and spread. */
function spreadWords(lengths) {
    if (lengths === null)
        return "unknown";
    const { mean, min, p95, max } = lengths;
    return min === max
        ? `${formatNumber(mean)} tokens each`
        : `${formatNumber(mean)} tokens on average (${min} to ${max}, p95 ${formatNumber(p95)})`;
}
/** "256 → 128 tokens", means as counted; undefined where nobody counted. */
function lengthWords({ tokens }) {
    if (tokens.output === null)
        return undefined;
    const input = tokens.input === null ? "?" : formatNumber(tokens.input.mean);
    return `${input} → ${formatNumber(tokens.output.mean)} tokens`;
}
/** "300 requests, 8 at a time, 256 → 128 tokens". */
function shapeWords(run) {
    const requests = formatCount(run.counts.attempted, "request");
    return [requests, loadWords(run), lengthWords(run)].filter((part) => part).join(", ");
}

;// CONCATENATED MODULE: ./build/report/rank.js
/** Loud first: what made the check red, then what kept it from being sure. */
function order({ finding, reason, gating }) {
    if (!gating)
        return 4;
    if (finding === "regressed")
        return 0;
    if (finding !== "inconclusive" || reason === "underpowered" || reason === "new")
        return 3;
    return reason === "exceeds-within-noise" ? 1 : 2;
}
/** How many times its limit a troubled cell has moved; the calm ones keep their order. */
function severity(comparison) {
    const { change, limit } = comparison;
    if (order(comparison) > 1 || change === undefined || limit === undefined || limit === 0)
        return 0;
    return change / limit;
}
/** Worst first; cells of equal weight keep their order. */
function worstFirst(comparisons) {
    return comparisons.toSorted((a, b) => order(a) - order(b) || severity(b) - severity(a));
}
/** The regressed cells that gate, worst first. */
function regressedOf(comparisons) {
    return worstFirst(comparisons).filter((each) => each.gating && each.finding === "regressed");
}
/** The gating cells that keep the run from being sure. */
function unsureOf(comparisons) {
    return worstFirst(comparisons).filter((each) => order(each) === 1 || order(each) === 2);
}
/** Cells that were compared: both sides have a number. */
function comparedOf(comparisons) {
    return comparisons.filter((each) => each.baseline !== undefined && each.change !== undefined);
}

;// CONCATENATED MODULE: ./build/report/words/against.js


function duetOf({ baseline }) {
    return baseline?.kind === "duet" ? baseline : undefined;
}
function workloadVerdictOf(verdict, name) {
    return verdict.workloads.find(({ workload }) => workload === name);
}
/** What the other side's column is called. */
function baseColumn(baseline) {
    return baseline?.kind === "duet" ? "base" : "main";
}
/** The same within a sentence. */
function baseNoun(baseline) {
    return baseline?.kind === "duet" ? "the base endpoint" : "main";
}
/** "nearest ancestor with a run, 3 commits back". */
function matchWords({ match, distance }) {
    if (match === "exact")
        return "exact parent";
    if (match === "approximate")
        return "newest on main, approximate";
    const back = distance === undefined ? "" : `, ${formatCount(distance, "commit")} back`;
    return `nearest ancestor with a run${back}`;
}
/** "`https://host/v1` over 10 rounds in this job". */
function duetWords({ endpoint, rounds }) {
    const which = endpoint === "" ? text_text `the base endpoint` : text_text `${text_code(endpoint)}`;
    return text_text `${which} over ${formatCount(rounds, "round")} in this job`;
}
/** What the two endpoints' places may make of a difference, and how that is known. */
function placementWords({ placementDuets }) {
    return placementDuets === 0
        ? "that both are placed alike to about 1 % is assumed"
        : `how alike both are placed is known from ${formatCount(placementDuets, "duet")} of main with itself`;
}
/** "20 main runs, newest `a1b2c3d` (exact parent, 2 h old)", or "compared with `https://host/v1` over 10 rounds in this job". */
function baselineWords(baseline, now) {
    switch (baseline.kind) {
        case "history": {
            const age = formatAge(baseline.time, now);
            const about = [matchWords(baseline), ...(age === undefined ? [] : [`${age} old`])];
            const runs = formatCount(baseline.jobs, "main run");
            const newest = baseline.sha === "unknown" ? "of no known commit" : text_code(shortSha(baseline.sha));
            return text_text `${runs}, newest ${newest} (${about.join(", ")})`;
        }
        case "duet":
            return text_text `compared with ${duetWords(baseline)}`;
    }
}
/** Said once where all workloads were compared with the same; none for main, which is the usual. */
function comparedWith({ workloads }) {
    const [first, ...others] = workloads.map(duetOf);
    const same = others.every((one) => one?.endpoint === first?.endpoint && one?.rounds === first?.rounds);
    return first && same ? duetWords(first) : undefined;
}

;// CONCATENATED MODULE: ./build/report/rows.js
// Rows: one comparison as a row of the table, its values in one unit and its digits where they matter.








/** Shares of failures change by percentage points: from 0 % there is no relative change. */
function changeUnit({ cell }) {
    return isFailureShare(cell.metric) ? "pp" : "%";
}
function rows_changeOf(comparison) {
    const { change, limit } = comparison;
    return formatChange(change, { limit, unit: changeUnit(comparison) });
}
function boundWords({ metric }, { bound, limit }) {
    const [, shown] = formatAgainst(metric.unit, limit, limit);
    return `${bound === "max" ? "≤" : "≥"} ${shown}`;
}
/** "+15 %", with an absolute bound beside it where there is one. */
function allowedOf(comparison) {
    const { cell, limit, absolute } = comparison;
    const relative = formatLimit(limit, changeUnit(comparison));
    if (absolute === undefined)
        return relative;
    const bound = boundWords(cell, absolute);
    return limit === undefined ? bound : `${relative}, ${bound}`;
}
/** "3.33 % of 300": a share of few requests says less than one of many. */
function errorsOf(share, run) {
    if (share === undefined || run === undefined)
        return formatShare(share);
    return `${formatShare(share)} of ${run.counts.attempted}`;
}
/** Baseline and candidate as they stand in the row. */
function valuesOf(comparison, run) {
    const { cell, baseline, candidate } = comparison;
    if (isFailureShare(cell.metric))
        return [formatShare(baseline), errorsOf(candidate, run)];
    const [before = "", after = ""] = formatValues(cell.metric.unit, [baseline, candidate]);
    return [before, after];
}
function changeText(comparison, bold) {
    const interval = formatInterval(comparison.lower, comparison.upper);
    const change = bold ? strong(rows_changeOf(comparison)) : rows_changeOf(comparison);
    return interval === "" ? text_text `${change}` : text_text `${change} ${interval}`;
}
function compareRow(comparison, { run, accepted }) {
    const found = findingWords(comparison);
    const { tone } = found;
    const words = accepted ? found.words.replace(symbols.regressed, symbols.accepted) : found.words;
    const [before, after] = valuesOf(comparison, run);
    const bold = tone === "bad";
    return {
        tone,
        cells: [
            text_text `${bold ? strong(cellLabel(comparison.cell)) : cellLabel(comparison.cell)}`,
            text_text `${before}`,
            text_text `${bold ? strong(after) : after}`,
            changeText(comparison, bold),
            text_text `${allowedOf(comparison)}`,
            text_text `${words}`,
        ],
    };
}
function right(title) {
    return { title: text_text `${title}`, align: "right" };
}
/** Both sides, the change with its interval, what is allowed and the finding. */
function comparisonTable(workload, comparisons, context) {
    const columns = [
        { title: text_text `${text_code(workload)}`, align: "left" },
        right(context.base),
        right(context.subject),
        right("change"),
        right("allowed"),
        { title: text_text `finding`, align: "left" },
    ];
    return table(columns, worstFirst(comparisons).map((each) => compareRow(each, context)));
}
/** Without one: what was measured. */
function measuredTable(workload, comparisons, context) {
    const columns = [
        { title: text_text `${text_code(workload)}`, align: "left" },
        right(context.subject),
    ];
    return table(columns, comparisons.map(({ cell, candidate }) => [
        text_text `${cellLabel(cell)}`,
        text_text `${isFailureShare(cell.metric)
            ? errorsOf(candidate, context.run)
            : formatValue(cell.metric.unit, candidate)}`,
    ]));
}
/** Both sides where there are two, else what was measured; undefined without rows. */
function tableOf(workload, comparisons, input) {
    if (comparisons.length === 0)
        return undefined;
    const run = workloadRunOf(input.run, workload);
    const context = {
        run,
        subject: subjectOf(input),
        base: baseColumn(workloadVerdictOf(input.verdict, workload)?.baseline),
        accepted: input.verdict.kind === "accepted",
    };
    const judged = comparisons.some(({ baseline, finding }) => baseline !== undefined || finding === "regressed");
    return judged
        ? comparisonTable(workload, comparisons, context)
        : measuredTable(workload, comparisons, context);
}

;// CONCATENATED MODULE: ./build/report/words/notes.js
// Notes: what qualifies a workload's numbers, each said once.






/** "TTFT p50 −22 %, faster than any of the last 30 main runs": said once, never a nag. */
function improvement(comparison, series) {
    const { cell, candidate } = comparison;
    const { better } = directionWords(cell);
    const best = cell.metric.better === "lower" ? Math.min(...series) : Math.max(...series);
    const beats = candidate !== undefined &&
        (cell.metric.better === "lower" ? candidate < best : candidate > best);
    const among = beats && series.length > 1
        ? `${better} than any of the last ${series.length} main runs`
        : better;
    return text_text `${cellLabel(cell)} ${rows_changeOf(comparison)}, ${among}.`;
}
/** A measurement that is not valid compared nothing, and praises nothing. */
function improvements(verdict, input) {
    const { history } = input;
    if (input.verdict.kind === "invalid")
        return [];
    return gatingOf(verdict)
        .filter(({ finding }) => finding === "improved")
        .map((each) => {
        const series = history.get(verdict.workload)?.cells.get(each.cell.id) ?? [];
        return improvement(each, series);
    });
}
/** Everything is measured again where one cell looked slower; only that one is worth a word. */
function notConfirmed(verdict, input) {
    if (input.verdict.confirmation !== "measured")
        return [];
    return gatingOf(verdict)
        .filter(({ reason, confirmation }) => confirmation !== undefined && reason === "exceeds-within-noise")
        .map(({ cell }) => cell)
        .map((cell) => text_text `${cellLabel(cell)} was measured again; that did not confirm a slowdown.`);
}
function warningNotes(warnings) {
    const distinct = new Set(warnings.map(({ message }) => finished(capitalised(message))));
    return [...distinct].map((message) => sentence(message));
}
/** What a headline of "not sure" has said is not said again. */
function notes_cellNotes(verdict, { verdict: { kind } }) {
    if (verdict.notCompared !== undefined)
        return [];
    const said = new Set(kind === "inconclusive" ? unsureOf(verdict.comparisons) : []);
    const noted = gatingOf(verdict).filter((each) => each.note !== undefined && each.absolute?.finding !== "broken" && !said.has(each));
    const byNote = Map.groupBy(noted, ({ note }) => note ?? "");
    return [...byNote].map(([note, cells]) => {
        const labels = cells.map(({ cell }) => cellLabel(cell)).join(", ");
        return text_text `${labels}: ${sentence(finished(note))}`;
    });
}
function absence({ notCompared }, { verdict: { kind } }) {
    if (notCompared === undefined || kind === "inconclusive" || kind === "no-baseline")
        return [];
    return [text_text `Not compared: ${sentence(finished(notCompared.message))}`];
}
/** While main's history is short only gross changes can be found, and a reader must know. */
function calibrating({ calibrating: state, baseline }) {
    if (state === undefined || baseline === undefined)
        return [];
    const { jobs, needed } = state;
    return [
        text_text `Calibrating ${jobs} of ${needed}: with ${formatCount(jobs, "main run")} so far only gross changes can be found.`,
    ];
}
function notesOf(verdict, input) {
    const run = workloadRunOf(input.run, verdict.workload);
    return [
        ...absence(verdict, input),
        ...calibrating(verdict),
        ...notes_cellNotes(verdict, input),
        ...notConfirmed(verdict, input),
        ...improvements(verdict, input),
        ...warningNotes([...verdict.warnings, ...(run?.warnings ?? [])]),
    ];
}

;// CONCATENATED MODULE: ./build/report/faces/measurement.js
// The measured numbers: every metric of the catalogue with n, mean, percentiles and maximum.




const measurement_percentiles = ["p50", "p90", "p95", "p99"];
const weakMark = "†";
const measurement_columns = [
    { title: text_text `metric`, align: "left" },
    ...["n", "mean", ...measurement_percentiles, "max"].map((title) => ({ title: text_text `${title}`, align: "right" })),
];
function distributionCells(distribution, metric) {
    const { n, mean, max, weak } = distribution;
    const values = [mean, ...measurement_percentiles.map((name) => distribution[name]), max];
    const [shownMean = "", ...shown] = formatValues(metric.unit, values);
    const marked = shown.map((value, index) => {
        const name = measurement_percentiles[index];
        return name !== undefined && weak.includes(name) ? `${value}${weakMark}` : value;
    });
    return [String(n), shownMean, ...marked];
}
function measurement_cellsOf(metric, run) {
    const measured = run.metrics[metric.id];
    return measured === undefined || "value" in measured
        ? ["", absent, ...measurement_percentiles.map(() => ""), ""]
        : distributionCells(measured, metric);
}
/** Refusals are told where there were some: they are among the errors already. */
function metricsOf(run) {
    const refused = run.metrics["rejection_rate"];
    const some = refused !== undefined && "value" in refused && refused.value > 0;
    return [...catalog.values()].filter(({ id }) => id !== "rejection_rate" || some);
}
function distributionTable(run) {
    return table(measurement_columns, metricsOf(run)
        .filter(({ scope }) => scope !== "deployment")
        .map((metric) => [
        text_text `${metric.label}`,
        ...measurement_cellsOf(metric, run).map((cell) => text_text `${cell}`),
    ]));
}
/** Metrics of the whole deployment have one value for the window. */
function valueTable(run) {
    const values = metricsOf(run)
        .filter(({ scope }) => scope === "deployment")
        .map(({ id, label, unit }) => {
        const measured = run.metrics[id];
        const value = measured !== undefined && "value" in measured ? measured.value : undefined;
        return [text_text `${label}`, text_text `${formatValue(unit, value)}`];
    });
    return table([
        { title: text_text `over the window`, align: "left" },
        { title: text_text `value`, align: "right" },
    ], values);
}
const measurement_streamedOnly = new Set([
    "ttft",
    "ttfvt",
    "tpot",
    "generation_rate",
    "itl",
]);
const objectivesOnly = new Set(["goodput", "good_share"]);
function whyAbsent({ id, unit, counted }, run) {
    if (run.counts.completed === 0)
        return "no request completed";
    if (objectivesOnly.has(id))
        return "no objectives are set";
    if (id === "queue_delay")
        return "a closed loop has no schedule";
    const tokens = unit === "tokens/s" || unit === "ms/token" || counted?.includes("tokens");
    const plain = run.definition["api"] === "http";
    if (plain && (tokens || measurement_streamedOnly.has(id)))
        return "plain HTTP has no tokens";
    if (measurement_streamedOnly.has(id) && run.definition["stream"] === false)
        return "answers are not streamed";
    if (tokens && run.tokens.source === "unknown")
        return "token counts are unknown";
    return "answers came too short, or in one read";
}
/** What the marks of the table mean: percentiles too weak to trust, and why a number is missing. */
function measurementNotes(run) {
    const missing = metricsOf(run).filter(({ id }) => run.metrics[id] === undefined);
    const byReason = Map.groupBy(missing, (metric) => whyAbsent(metric, run));
    const weak = Object.values(run.metrics).some((each) => "weak" in each && each.weak.length > 0);
    return [
        ...(weak
            ? [text_text `${weakMark} too few requests for this percentile: read it as a rough value.`]
            : []),
        ...[...byReason].map(([reason, metrics]) => text_text `${absent} ${metrics.map(({ label }) => label).join(", ")}: ${reason}.`),
    ];
}
/** One workload's tables, and the notes to them; none where no request completed. */
function measurementBlocks(run) {
    if (run.counts.completed === 0)
        return [];
    return [distributionTable(run), valueTable(run), ...block_list(measurementNotes(run))];
}

;// CONCATENATED MODULE: ./build/report/faces/terminal.js








function pageOf({ colour, width }) {
    return { width: Math.max(40, width), paint: paintWith(colour) };
}
/** A wrapped line may begin with whatever outside text held: `::` there, indented or not, would be a command. */
function joinLines(lines) {
    return lines.map((line) => (/^\s*::/.test(line) ? ` |${line}` : line)).join("\n");
}
function noteLines(notes, { width }) {
    return notes.flatMap((note) => wrapped(`- ${plainText(note)}`, width, "  "));
}
function sectionLines({ gated, notes, footer }, page) {
    return [
        ...(gated === undefined ? [] : tableLines(gated, page.width, page.paint)),
        ...noteLines(notes, page),
        ...wrapped(plainText(footer), page.width).map(page.paint.dim),
        "",
    ];
}
function renderTerminal(report, options) {
    const page = pageOf(options);
    const title = `${report.symbol} ${plainText(report.title)}`;
    return joinLines([
        ...report.sections.flatMap((section) => sectionLines(section, page)),
        ...noteLines(report.notes, page),
        ...report.lead.flatMap((line) => wrapped(plainText(line), page.width)),
        ...wrapped(title, page.width, "   ").map(page.paint.strong),
        "",
    ]);
}
function blockLines(content, page) {
    switch (content.kind) {
        case "table":
            return ["", ...tableLines(content, page.width, page.paint)];
        case "paragraph":
            return wrapped(plainText(content.text), page.width);
        case "list":
            return noteLines(content.items, page);
        case "code":
            return content.text.split("\n");
    }
}
/** A page of blocks: its title comes last, where the eye is. */
function renderTerminalPage(content, options) {
    const window = pageOf(options);
    const title = `${content.symbol} ${plainText(content.title)}`;
    return joinLines([
        ...content.blocks.flatMap((each) => blockLines(each, window)),
        "",
        ...wrapped(title, window.width, "   ").map(window.paint.strong),
        "",
    ]);
}
function terminal_workloadLines(run, page) {
    const failures = run.counts.failed === 0 ? [] : [text_text `Failed: ${failures_failuresOf(run)}.`];
    const blocks = [
        { kind: "paragraph", text: text_text `${text_code(run.name)}: ${shapeWords(run)}` },
        ...measurementBlocks(run),
        ...block_list([...failures, ...warningNotes(run.warnings)]),
    ];
    const invalid = warningNotes(run.invalid).flatMap((why) => wrapped(`⛔ Not valid: ${plainText(why)}`, page.width, "   "));
    return [...blocks.flatMap((each) => blockLines(each, page)), ...invalid, ""];
}
/** The other endpoint of a duet, before the one that is compared with it; what to know of it is said there. */
function baseOf({ name, duet }) {
    return duet ? [{ ...duet.base, name: `${name}, base endpoint`, warnings: [], invalid: [] }] : [];
}
/** What `measure` shows: every metric of the catalogue, and why one has no number. */
function renderMeasurement(run, options) {
    const page = pageOf(options);
    const shown = run.workloads.flatMap((workload) => [...baseOf(workload), workload]);
    return joinLines(shown.flatMap((workload) => terminal_workloadLines(workload, page)));
}

;// CONCATENATED MODULE: ./build/commands/local-baseline.js

const usualPath = ".latency-gate/baseline.json";
function localPath({ baseline }) {
    const { place = { kind: "path", path: usualPath } } = baseline;
    if (place.kind === "path")
        return place.path;
    const legal = `a path on the command line, such as ${usualPath}`;
    throw configError([{ input: "baseline", value: place.kind, legal }]);
}

;// CONCATENATED MODULE: ./build/commands/calibrate.js













function storeOf(config) {
    const { name, policy } = config;
    return createFileStore({ paths: [localPath(config)], name, keep: policy.history });
}
async function measured(sources, commit) {
    const config = parseConfig(sources);
    const { apiKey } = config.target;
    const ports = { ...measurePorts(commandWorld({ commit })), baseline: storeOf(config) };
    const calibrated = await withJournal(undefined, (journal) => calibrate(config, { ...ports, journal }));
    return { ...calibrated, redact: redactor(apiKey === undefined ? [] : [apiKey]) };
}
async function calibrate_remembered(config) {
    const { log } = commandWorld({});
    const calibrated = await calibrate_calibrationOf(config, { baseline: storeOf(config), log });
    if (calibrated)
        return { ...calibrated, redact: redactor([]) };
    const legal = "a baseline document, or an endpoint to measure";
    throw configError([{ input: "baseline", value: `${localPath(config)}: not found`, legal }]);
}
async function calibrate_run(command, exit) {
    const sources = sourcesFrom(command);
    const config = parseJudgeConfig(sources);
    const { json, markdown, commit } = command.opts();
    const measures = config.jobs > 0 && namesEndpoint(sources);
    const found = measures ? await measured(sources, commit) : await calibrate_remembered(config);
    const { told, redact, exitCode } = found;
    const shown = calibrationPage(told);
    if (json !== undefined)
        await writeText(json, redact(calibrationText(told)));
    if (markdown !== undefined)
        await writeText(markdown, redact(renderMarkdownPage(shown)));
    print(redact(renderTerminalPage(shown, page())));
    exit.code = exitCode;
}
function calibrateCommand(exit) {
    return commandWithSettings("calibrate", "Measure one unchanged endpoint several times, remember each as a job of main, and say how much they differ and what the gate could see. Without an endpoint: of what is remembered already.")
        .option("--json <file>", "Write the calibration as JSON.")
        .option("--markdown <file>", "Write it as the job summary that the action would show.")
        .addOption(commitOption())
        .addHelpText("after", example("latency-gate calibrate --endpoint http://127.0.0.1:8000/v1 --model my-model --baseline base.json"))
        .action((_, self) => calibrate_run(self, exit));
}

;// CONCATENATED MODULE: ./build/candidates.js
// Candidates: the run to judge, from one file, or put together from those that a matrix's legs left in folders.







const candidates_entry = "run.json";
/** An artifact's own folder, within one for all of them, and one to spare. */
const deepest = 3;
/** A matrix has at most 256 jobs (GitHub's limit). */
const mostRuns = 256;
const mostEntries = 10_000;
/** All of them together; a longer text than this is more than a string can hold. */
const mostBytes = 500 * 2 ** 20;
function candidates_refuse(input, place, why, legal) {
    return configError([{ input, value: `${safeLine(place)}: ${why}`, legal }]);
}
/** A file that the user names and that is not a run is wrong usage. */
function readRun(input, file) {
    const legal = "a run file of this version";
    const text = readText(file);
    if (text === undefined)
        throw candidates_refuse(input, file, "not found", legal);
    const parsed = parseStored(text);
    if (parsed.kind === "run")
        return parsed.run;
    const why = parsed.kind === "unreadable" ? parsed.why : "it is a baseline document";
    throw candidates_refuse(input, file, why, legal);
}
function entriesOf(folder) {
    try {
        return (0,external_node_fs_.readdirSync)(folder, { withFileTypes: true });
    }
    catch (cause) {
        if (cause instanceof Error && "code" in cause && cause.code === "ENOENT")
            return [];
        throw cause;
    }
}
function* candidates_within(folder, depth = 0) {
    for (const each of entriesOf(folder)) {
        const at = external_node_path_.join(folder, each.name);
        yield each.isFile() ? at : "";
        if (each.isDirectory() && depth < deepest)
            yield* candidates_within(at, depth + 1);
    }
}
/** Links are not followed: whoever filled the folder may have pointed them anywhere. */
function runFilesIn(input, folder) {
    const files = [];
    let seen = 0;
    for (const file of candidates_within(folder)) {
        if (external_node_path_.basename(file) === candidates_entry)
            files.push(file);
        seen += 1;
        if (seen > mostEntries)
            throw candidates_refuse(input, folder, `more than ${mostEntries} entries`, "a folder of results");
    }
    return files.toSorted();
}
function checkBounds(input, folder, files) {
    const legal = `at most ${mostRuns} runs, of ${mostBytes / 2 ** 20} MiB in all`;
    if (files.length > mostRuns)
        throw candidates_refuse(input, folder, `${files.length} runs`, legal);
    const bytes = files.reduce((sum, file) => sum + (0,external_node_fs_.statSync)(file).size, 0);
    if (bytes > mostBytes)
        throw candidates_refuse(input, folder, `${Math.ceil(bytes / 2 ** 20)} MiB of runs`, legal);
}
/** The whole that an earlier step put together lies above the legs that it is made of. */
function legsAmong(files) {
    const legs = files.filter(({ run }) => !run.workloads.some(({ leg }) => leg));
    return legs.length > 0 ? legs : files;
}
function readFolder(input, folder) {
    const files = runFilesIn(input, folder);
    checkBounds(input, folder, files);
    return legsAmong(files.map((file) => ({ file: safeLine(file), run: readRun(input, file) })));
}
/** What nobody measured; a workload counts as measured where any leg did so. */
function missingFrom(runs, { legs = [], declared }) {
    const workloads = runs.flatMap((run) => run.workloads);
    const names = new Set(workloads.map(({ name }) => name));
    const here = new Set([...runs.map(legOf), ...workloads.flatMap(({ leg }) => leg?.name ?? [])]);
    return [
        ...declared.filter((name) => !names.has(name)),
        ...legs.filter((leg) => !here.has(leg)).map((leg) => `leg ${leg}`),
    ];
}
function isFile(place) {
    return (0,external_node_fs_.statSync)(place, { throwIfNoEntry: false })?.isFile() ?? false;
}
/** A file that an earlier job left, or that the pull request brought along, is not this commit's. */
function checkCommit(input, { file, run }, commit) {
    if (run.commit === null || commit === undefined || run.commit === commit)
        return;
    throw candidates_refuse(input, file, `of commit ${run.commit}`, "what was measured for this commit");
}
/**
 * The one run where it is judged as it is: a file that is named, or `run.json` right in a folder. A leg that is left alone
 * of several may lie there too: actions/download-artifact makes a folder for each artifact only where there are more.
 */
function aloneIn(places, files, gate) {
    const [place = "", ...otherPlaces] = places;
    const [first, ...others] = files;
    if (!first || others.length + otherPlaces.length > 0)
        return undefined;
    if (first.file === safeLine(place))
        return first.run;
    const direct = first.file === safeLine(external_node_path_.join(place, candidates_entry));
    return direct && !isLegBeside(first.run, gate) ? first.run : undefined;
}
/**
 * One file, or one `run.json` right in a folder, is judged as it is; anything else is put together. Throws a
 * configuration error where there is nothing and nobody said that there should be legs, and where a file is not a run of
 * this commit or does not go with the others.
 */
function candidateFrom({ input, places, commit, expected }) {
    const files = places.flatMap((place) => isFile(place)
        ? { file: safeLine(place), run: readRun(input, place) }
        : readFolder(input, place));
    for (const file of files)
        checkCommit(input, file, commit);
    const [place = "."] = places;
    if (files.length === 0 && expected.legs === undefined)
        throw candidates_refuse(input, place, "no run is there", "a folder or file that measuring wrote");
    const alone = aloneIn(places, files, expected.name);
    return {
        run: alone ?? together(files, input),
        declared: missingFrom(files.map(({ run }) => run), expected),
        asMain: !alone && expected.legs === undefined,
    };
}

;// CONCATENATED MODULE: ./build/report/words/finding.js
// Findings in sentences: the numbers behind one cell, as the lead and the annotations say them.







/** Slack of the verdict: exactly at the limit passes. */
const finding_slack = 1e-9;
function beyondLimit({ change, limit }) {
    if (change === undefined || limit === undefined)
        return false;
    return limit < 0 ? change < limit - finding_slack : change > limit + finding_slack;
}
/** The absolute bound that is this cell's trouble: broken, or perhaps so, where no relative limit is. */
function brokenBound(comparison) {
    const { absolute } = comparison;
    if (absolute === undefined || beyondLimit(comparison))
        return undefined;
    return absolute.finding === "broken" || absolute.finding === "over-within-noise"
        ? absolute
        : undefined;
}
/** The value and the bound, with digits enough to tell them apart. */
function besideBound({ cell, candidate }, { limit }) {
    return formatAgainst(cell.metric.unit, candidate ?? limit, limit);
}
/** The finding without its verdict word: "time to first token p95 +31 %". */
function findingSubject(comparison, where) {
    const { cell, candidate } = comparison;
    const broken = brokenBound(comparison);
    if (broken !== undefined) {
        const [value, limit] = besideBound(comparison, broken);
        return text_text `${where}${spokenCell(cell)} ${value}, allowed ${limit}`;
    }
    return isFailureShare(cell.metric)
        ? text_text `${where}${formatShare(candidate)} of the requests ${failureWords(cell)}`
        : text_text `${where}${spokenCell(cell)} ${rows_changeOf(comparison)}`;
}
/** "Slower: time to first token p95 +31 %". */
function findingTitle(comparison, where) {
    const word = brokenBound(comparison) === undefined
        ? capitalised(directionWords(comparison.cell).worse)
        : "Beyond its limit";
    return text_text `${word}: ${findingSubject(comparison, where)}`;
}
function boundSentence(comparison, broken, { verdict }) {
    const { cell, baseline, workload } = comparison;
    const base = baseNoun(workloadVerdictOf(verdict, workload)?.baseline);
    const [value, limit] = besideBound(comparison, broken);
    const main = baseline === undefined ? "" : `; ${base} is at ${formatValue(cell.metric.unit, baseline)}`;
    return text_text `${strong(value)}, allowed at ${broken.bound === "max" ? "most" : "least"} ${limit}${main}`;
}
function changeSentence(comparison, input) {
    const run = workloadRunOf(input.run, comparison.workload);
    const [before, after] = valuesOf(comparison, run);
    const { cell } = comparison;
    const errors = isFailureShare(cell.metric) ? ` ${failureWords(cell)}` : "";
    const interval = spokenInterval(comparison.lower, comparison.upper);
    const allowed = formatLimit(comparison.limit, changeUnit(comparison));
    return text_text `${strong(`${after}${errors} instead of ${before}`)}${interval && ` ${interval}`}, allowed ${allowed}`;
}
/** Said only of what was found: whether a second measurement saw it too. */
function secondLook(comparison, { confirmation: made }) {
    const { cell, confirmation, finding } = comparison;
    if (finding !== "regressed")
        return "";
    if (made === "none" && brokenBound(comparison) === undefined)
        return "; measured once only, so it took stronger evidence to say this";
    if (made !== "measured")
        return "";
    const again = cell.metric.unit === "share" ? formatShare : (v) => formatValue(cell.metric.unit, v);
    const value = confirmation === undefined ? "" : ` (${again(confirmation)})`;
    return `; seen again in a second measurement${value}`;
}
/** "540 ms instead of 412 ms (+22 % to +41 %), allowed +15 %; seen again in a second measurement." */
function findingSentence(comparison, input) {
    const broken = brokenBound(comparison);
    const said = broken === undefined
        ? changeSentence(comparison, input)
        : boundSentence(comparison, broken, input);
    return text_text `${said}${secondLook(comparison, input.verdict)}.`;
}
/** "TTFT p95 +31 %", for lists. */
function findingShort(comparison) {
    const broken = brokenBound(comparison);
    const said = broken === undefined ? rows_changeOf(comparison) : besideBound(comparison, broken)[0];
    return `${cellLabel(comparison.cell)} ${said}`;
}
function withoutSign(words) {
    return words.replace(/^[+\u2212]/, "");
}
/** "is 31 % slower", to follow the cell's name; `looks` where it is not sure. */
function findingClaim(comparison, verb) {
    const { cell } = comparison;
    if (brokenBound(comparison) !== undefined)
        return `${verb} beyond its limit`;
    const change = withoutSign(rows_changeOf(comparison));
    if (isFailureShare(cell.metric))
        return `${verb} ${change} higher`;
    return `${verb} ${change} ${directionWords(cell).worse}`;
}

;// CONCATENATED MODULE: ./build/report/faces/annotations.js
// Annotations: one full sentence with its numbers per finding, worst first.







/** Red verdicts are errors; what is green says so at the level of how much it should be read: a lost baseline more. */
function levelOf({ verdict, policy }) {
    if (policy_exitCodeOf(verdict.kind, policy) !== 0)
        return "error";
    const lost = verdict.kind === "no-baseline" && verdict.warnings.length > 0;
    return lost || verdict.kind === "regressed" || verdict.kind === "inconclusive"
        ? "warning"
        : "notice";
}
/** "chat-short: TTFT p95 is 31 % slower: 540 ms instead of 412 ms (…), allowed +15 %." */
function cellMessage(comparison, input) {
    const { workload, cell, finding } = comparison;
    const claim = findingClaim(comparison, finding === "regressed" ? "is" : "looks");
    return text_text `${text_code(workload)}: ${cellLabel(cell)} ${claim}: ${findingSentence(comparison, input)}`;
}
function messages(input, { title, lead }) {
    const { kind } = input.verdict;
    const noisy = unsureOf(allComparisons(input)).filter(({ reason }) => reason === "exceeds-within-noise");
    const cells = kind === "inconclusive" ? noisy : regressedOf(allComparisons(input));
    const byCell = kind === "regressed" || kind === "accepted" || kind === "inconclusive";
    if (byCell && cells.length > 0)
        return cells.map((cell) => cellMessage(cell, input));
    const [first] = lead;
    return [first === undefined ? title : text_text `${title}. ${first}`];
}
/** None for a plain pass: green needs no attention. */
function annotationsOf(input, headline) {
    if (input.verdict.kind === "passed")
        return [];
    const level = levelOf(input);
    return messages(input, headline).map((message) => ({ level, message: plainText(message) }));
}

;// CONCATENATED MODULE: ./build/report/faces/footer.js






/** What would have been seen is not said again where the lead of a plain pass has said it. */
function detectableIn(verdict, { kind, workloads }) {
    const said = kind === "passed" && workloads.length === 1;
    return said || kind === "invalid" ? undefined : detectableShort(gatingOf(verdict));
}
function footerOf(verdict, input) {
    const { run, commit } = input;
    const measured = workloadRunOf(run, verdict.workload);
    const detectable = detectableIn(verdict, input.verdict);
    const parts = [
        measured === undefined ? text_text `no measurement` : text_text `${shapeWords(measured)}`,
        ...(commit?.head === undefined ? [] : [text_text `commit ${text_code(shortSha(commit.head))}`]),
        ...(verdict.baseline === undefined || input.verdict.kind === "invalid"
            ? []
            : [baselineWords(verdict.baseline, run.createdAt)]),
        ...(detectable === undefined ? [] : [text_text `${detectable}`]),
    ];
    return joined(parts, " · ");
}

;// CONCATENATED MODULE: ./build/report/folds/all-metrics.js









const titles = ["change", "80 % interval", "p", "p (Holm)", "seen from", "again", "requests"];
function columnsFor({ workload, baseline }) {
    const duet = baseline?.kind === "duet";
    const last = duet ? ["rounds", "p (signs)"] : ["jobs"];
    return [
        { title: text_text `${text_code(workload)}`, align: "left" },
        ...[...titles, ...last].map((title) => ({ title: text_text `${title}`, align: "right" })),
        { title: text_text `finding`, align: "left" },
    ];
}
function row(comparison, { baseline }) {
    const { cell, lower, upper, p, pHolm, pExact, confirmation, n, jobs } = comparison;
    const signs = baseline?.kind === "duet" ? [text_text `${formatProbability(pExact)}`] : [];
    return [
        text_text `${cellLabel(cell)}`,
        text_text `${rows_changeOf(comparison)}`,
        text_text `${formatInterval(lower, upper) || absent}`,
        text_text `${formatProbability(p)}`,
        text_text `${formatProbability(pHolm)}`,
        text_text `${detectableOf(comparison)}`,
        text_text `${formatValue(cell.metric.unit, confirmation)}`,
        text_text `${n ?? absent}`,
        text_text `${jobs}`,
        ...signs,
        text_text `${findingWords(comparison).words}`,
    ];
}
function all_metrics_statistics(verdict) {
    const { comparisons } = verdict;
    return comparedOf(comparisons).length === 0
        ? []
        : [
            table(columnsFor(verdict), comparisons.map((each) => row(each, verdict))),
        ];
}
function advisory({ workload, comparisons }, input) {
    const shown = tableOf(workload, comparisons.filter(({ gating }) => !gating), input);
    return shown === undefined ? [] : [paragraph(text_text `Not gated, shown for information:`), shown];
}
const legend = text_text `The interval excludes what lies beyond each end with 90 % confidence. Holm's p counts for gated cells. “Seen from”: the smallest change that would have been called a regression four times in five. “Again”: the second measurement.`;
const signsLegend = text_text `“p (signs)”: the share of all ways to swap the two endpoints round by round that look as bad; it assumes nothing of the noise, and decides nothing.`;
function statisticsBlocks({ verdict }) {
    const tables = verdict.workloads.flatMap(all_metrics_statistics);
    const { geomean } = verdict;
    const signs = verdict.workloads.some(duetOf) ? [paragraph(signsLegend)] : [];
    const together = geomean === undefined
        ? []
        : [
            paragraph(text_text `All gated cells together, not tested: ${formatChange(geomean)} (worse is +).`),
        ];
    return tables.length === 0 ? [] : [...tables, paragraph(legend), ...signs, ...together];
}
function comparisonBlocks(input) {
    if (input.verdict.kind === "invalid")
        return [];
    return [
        ...input.verdict.workloads.flatMap((each) => advisory(each, input)),
        ...statisticsBlocks(input),
    ];
}
/** What does not gate, then the statistics, then the plain measurement. */
function allMetricsFold(input) {
    return {
        title: "All metrics",
        blocks: [
            ...comparisonBlocks(input),
            ...input.run.workloads.flatMap((run) => [
                paragraph(text_text `${strong("Measured")} ${text_code(run.name)}`),
                ...measurementBlocks(run),
            ]),
        ],
    };
}

;// CONCATENATED MODULE: ./build/report/faces/charts.js
// Charts in text: a sparkline that any face can show, and a mermaid chart for those that draw it.
const bars = "▁▂▃▄▅▆▇█";
/** One bar per value between the least and the greatest; all in the middle when they are equal. */
function sparkline(values) {
    const finite = values.filter((value) => Number.isFinite(value));
    const [low, high] = [Math.min(...finite), Math.max(...finite)];
    const level = (value) => high === low ? 3 : Math.round(((value - low) / (high - low)) * (bars.length - 1));
    return finite.map((value) => bars.charAt(level(value))).join("");
}
/** The axis leaves a tenth of the range free on both sides. */
function axis(values) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const room = (high - low || Math.abs(high) || 1) / 10;
    return [Math.max(0, low - room), high + room];
}
function plainNumber(value) {
    return String(Number(value.toPrecision(4)));
}
function lineChart({ title, unit, values }) {
    const [low, high] = axis(values);
    return [
        "xychart-beta",
        `  title "${title}"`,
        `  x-axis "run" 1 --> ${values.length}`,
        `  y-axis "${unit}" ${plainNumber(low)} --> ${plainNumber(high)}`,
        `  line [${values.map(plainNumber).join(", ")}]`,
    ].join("\n");
}

;// CONCATENATED MODULE: ./build/report/folds/history.js








/** Two points make no line. */
const fewestForChart = 3;
function history_seriesOf({ workload, cell }, { history }) {
    return history.get(workload)?.cells.get(cell.id) ?? [];
}
function withThisRun(comparison, series) {
    return comparison.candidate === undefined ? [...series] : [...series, comparison.candidate];
}
function historyRow(comparison, input) {
    const { cell, candidate } = comparison;
    const series = history_seriesOf(comparison, input);
    const [low = "", high = "", here = ""] = formatValues(cell.metric.unit, [
        Math.min(...series),
        Math.max(...series),
        candidate,
    ]);
    const variation = variationOf(series);
    return [
        text_text `${cellLabel(cell)}`,
        text_text `${sparkline(withThisRun(comparison, series))}`,
        text_text `${low} to ${high}`,
        text_text `${variation === undefined ? "–" : formatShare(Number(variation.toPrecision(2)))}`,
        text_text `${here}`,
    ];
}
function workloadTable(verdict, input) {
    const shown = gatingOf(verdict).filter((each) => history_seriesOf(each, input).length > 0);
    const columns = [
        { title: text_text `${text_code(verdict.workload)}`, align: "left" },
        { title: text_text `main, oldest first, then ${subjectOf(input)}`, align: "left" },
        { title: text_text `range on main`, align: "right" },
        { title: text_text `varies by`, align: "right" },
        { title: text_text `${subjectOf(input)}`, align: "right" },
    ];
    return shown.length === 0
        ? []
        : [
            table(columns, shown.map((each) => historyRow(each, input))),
        ];
}
/** The worst cell drawn, for faces that draw. */
function worstChart(input) {
    const gating = worstFirst(allComparisons(input)).filter((each) => each.gating);
    const worst = gating.find((each) => history_seriesOf(each, input).length >= fewestForChart);
    if (worst === undefined)
        return [];
    const values = withThisRun(worst, history_seriesOf(worst, input));
    const [, unit = ""] = formatValue(worst.cell.metric.unit, values[0]).split(" ");
    const scale = unit === "s" ? 0.001 : 1;
    const title = `${cellLabel(worst.cell)}: main, then ${subjectOf(input)}`;
    const chart = lineChart({ title, unit, values: values.map((value) => value * scale) });
    return [codeBlock("mermaid", chart)];
}
function historyFold(input) {
    return {
        title: "History",
        blocks: [
            ...input.verdict.workloads.flatMap((each) => workloadTable(each, input)),
            ...worstChart(input),
        ],
    };
}

;// CONCATENATED MODULE: ./build/report/folds/identity.js




function quoted(values) {
    return joined(values.map((value) => text_text `${text_code(value)}`), ", ");
}
function stated(value) {
    return value === null ? text_text `not stated` : text_text `${text_code(value)}`;
}
function told(workloads, part) {
    const values = [...new Set(workloads.flatMap(({ servedBy }) => servedBy[part]))];
    return values.length === 0 ? text_text `not told` : quoted(values);
}
function runnerWords(environment) {
    const { image, architecture, cores } = environment.runner;
    const on = image === null ? [] : text_text `${text_code(image)}, `;
    return text_text `${on}${text_code(architecture)}, ${formatCount(cores, "core")}`;
}
/** What was measured by one job, and in a run of several by which. */
function environmentTable(run, workloads) {
    const leg = workloads[0]?.leg;
    const { environment, endpoint, createdAt, attempt, tool } = leg ?? run;
    const { model, precision, hardware, engine, replicas, region } = environment;
    const rows = [
        ["Endpoint", text_text `${text_code(endpoint)}`],
        ["Model, stated", stated(model)],
        ["Model, as the endpoint says", told(workloads, "models")],
        ["Server, as it says", told(workloads, "servers")],
        ["Fingerprint", told(workloads, "fingerprints")],
        ...Object.entries({ precision, hardware, engine, replicas, region }).map(([name, value]) => [
            name.charAt(0).toUpperCase() + name.slice(1),
            stated(value),
        ]),
        ["Measured from", runnerWords(environment)],
        ["Measured at", text_text `${createdAt}, attempt ${attempt}`],
        ["Tool", text_text `${text_code(tool)}`],
    ];
    return table([text_text `environment`, leg ? text_text `${text_code(leg.name)}` : text_text ``].map((title) => ({
        title,
        align: "left",
    })), rows.map(([name, value]) => [text_text `${name}`, value]));
}
/** One for each job that measured: two of one name differ in their time. */
function environmentTables(run) {
    const byLeg = Map.groupBy(run.workloads, ({ leg }) => leg && `${leg.name} ${leg.createdAt}`);
    if (byLeg.size === 0)
        return [environmentTable(run, [])];
    return [...byLeg.values()].map((workloads) => environmentTable(run, workloads));
}
function historyLine(baseline, now) {
    const { source, sha, time, jobs } = baseline;
    const age = formatAge(time, now);
    const old = age === undefined ? "" : `, ${age} before this run`;
    return text_text `commit ${text_code(sha)} (${matchWords(baseline)}), measured ${time}${old}; ${formatCount(jobs, "job")} of its epoch; from ${text_code(source)}.`;
}
function baselineLine({ workload, baseline }, input) {
    const of = text_text `${text_code(workload)}: `;
    switch (baseline?.kind) {
        case undefined:
            return text_text `${of}no baseline; looked in ${text_code(input.baselineSource)}.`;
        case "history":
            return text_text `${of}${historyLine(baseline, input.run.createdAt)}`;
        case "duet":
            return text_text `${of}compared with ${duetWords(baseline)}; ${placementWords(baseline)}.`;
    }
}
function identityFold(input) {
    const { workloads } = input.verdict;
    return {
        title: "Environment and baseline",
        blocks: [
            ...environmentTables(input.run),
            ...workloads.map((each) => paragraph(baselineLine(each, input))),
        ],
    };
}

;// CONCATENATED MODULE: ./build/report/folds/card.js




const sources = {
    usage: "counted by the server (usage)",
    estimate: "estimated by our own tokenizer",
    mixed: "counted by the server for some requests, estimated for others",
    unknown: "not counted: the server reports no usage",
};
/** Reads in one turn of the loop from which on streams are said to be in step. */
const inStep = 8;
function lengthsRow({ tokens, definition }) {
    if (definition["api"] === "http")
        return text_text `not known of plain HTTP`;
    const exact = definition["output-exact"] === true ? "exactly" : "at most";
    const asked = definition["output-tokens"];
    const request = asked === undefined ? "" : `; asked for ${exact} ${asked}`;
    const encoding = tokens.encoding === null ? "" : ` with ${tokens.encoding}`;
    return text_text `prompts ${spreadWords(tokens.input)}, answers ${spreadWords(tokens.output)}${request}; ${sources[tokens.source]}${encoding}`;
}
function card_seconds(milliseconds) {
    return milliseconds < 1000
        ? formatValue("ms", milliseconds)
        : `${formatNumber(milliseconds / 1000)} s`;
}
function windowRow({ counts, window }) {
    const end = window.end === "end-of-sending"
        ? "from the first measured send to the end of sending"
        : "from the first send to the last completion (too few requests for a steady window)";
    const warmUp = counts.warmUp.attempted === 0
        ? "no warm-up"
        : `${counts.warmUp.attempted} warm-up requests, discarded`;
    return text_text `${warmUp}; window of ${card_seconds(window.durationMs)}, ${end}; started ${window.start}`;
}
function arrivalsRow(run) {
    const load = run.definition["load"];
    return text_text `${loadWords(run) ?? "not stated"}${load === undefined ? "" : ` (${String(load)})`}`;
}
function outcomesRow({ counts }) {
    const { attempted, completed, failed, interrupted, dropped } = counts;
    const rest = [
        [failed, "failed"],
        [interrupted, "interrupted by us"],
        [dropped, "dropped (never sent)"],
    ];
    const others = rest.filter(([n]) => n > 0).map(([n, word]) => `, ${n} ${word}`);
    return text_text `percentiles by interpolation (type 7) over completed requests: ${completed} of ${attempted} tried${others.join("")}`;
}
function successRow({ definition }) {
    const criteria = definition["api"] === "http"
        ? ["status 2xx", "the whole body"]
        : ["status 2xx", "a complete stream", "an answer that is not empty"];
    if (definition["output-exact"] === true)
        criteria.push("the exact length");
    const expect = definition["expect"];
    const timeout = definition["timeout"];
    const matching = expect === undefined ? [] : text_text `, text matching ${text_code(String(expect))}`;
    const within = timeout === undefined ? "" : `, within ${timeout}`;
    return text_text `success is ${criteria.join(", ")}${matching}${within}; everything else counts as an error and in no latency`;
}
/** Streams that send in the same instant wait for each other at the client, too: a reader should know. */
function lagWords({ lagP99Ms, readsTogether }) {
    const together = readsTogether === null || readsTogether < inStep
        ? ""
        : `, streams in step: ${readsTogether} reads at once`;
    return `${formatValue("ms", lagP99Ms)} (p99${together})`;
}
/** The instrument's own state: what it adds to the numbers, and what it had to do to get them. */
function clientRow({ client }) {
    if (client === null)
        return text_text `not watched`;
    const { gcPauses, gcMaxMs, cpuShare, freshConnections, resent } = client;
    const pauses = gcPauses === 0 ? "" : ` (longest ${formatValue("ms", gcMaxMs)})`;
    const lateness = client.scheduleLatenessP99Ms;
    const late = lateness === null ? "" : `, ${formatValue("ms", lateness)} late (p99)`;
    return text_text `lag ${lagWords(client)}${late}, ${gcPauses} pauses to collect garbage${pauses}, CPU ${formatShare(cpuShare)}; ${freshConnections} connections opened in the measurement, ${resent} requests sent again`;
}
/** Whether anybody else's traffic is in the numbers, and what the server says of its own times. */
function serverRow({ server }) {
    if (server === null)
        return text_text `not asked: without metrics-url nobody checked whether others used the endpoint`;
    const { engine, runningMax, waitingMax, sent, finished, queueMeanMs, prefillMeanMs } = server;
    const mean = (name, value) => value === null ? [] : [`${name} ${formatValue("ms", value)}`];
    const means = [...mean("queue", queueMeanMs), ...mean("prefill", prefillMeanMs)];
    const times = means.length === 0 ? "" : `; ${means.join(" and ")} (its own means)`;
    const counted = finished === null ? "" : `; ${formatCount(finished, "request")} finished of ${sent} sent`;
    return text_text `${text_code(engine)}: at most ${runningMax} running and ${waitingMax} waiting${times}${counted}`;
}
function card_stated(value) {
    return value === null ? text_text `not stated` : text_text `${text_code(value)}`;
}
/** What only the user can know is asked for by name: a reader must see that nobody said. */
function environmentRow({ model, precision, hardware, engine, replicas }) {
    const parts = Object.entries({ model, precision, hardware, engine, replicas });
    return joined(parts.map(([name, value]) => text_text `${name} ${card_stated(value)}`), ", ");
}
function cardOf(run, environment) {
    const rows = [
        [
            "Per request or aggregate",
            text_text `TTFT, TPOT, ITL and E2E per request; throughput and errors over all requests of the window`,
        ],
        ["Output only or both", text_text `output tokens, unless a metric says input and output`],
        [
            "First token in or out",
            text_text `out of TPOT and generation rate (they count the N − 1 after it); in E2E and throughput`,
        ],
        ["Where measured", text_text `at the client, on the runner; the network is included`],
        ["Prompt and output lengths", lengthsRow(run)],
        ["Concurrency and arrivals", arrivalsRow(run)],
        ["Warm-up, duration, window", windowRow(run)],
        ["Mean and tails with n", outcomesRow(run)],
        ["The client itself", clientRow(run)],
        ["The server itself", serverRow(run)],
        ["Success and error criteria", successRow(run)],
        ["Model, precision, hardware, engine, replicas", environmentRow(environment)],
    ];
    return table([
        { title: text_text `question`, align: "left" },
        { title: text_text `answer`, align: "left" },
    ], rows.map(([question, answer]) => [text_text `${question}`, answer]));
}

;// CONCATENATED MODULE: ./build/report/folds/measured.js





/** Straight from the catalogue, so that no prose can say something else. */
function boundariesTable(metrics) {
    const titles = ["metric", "counted", "clock starts", "clock stops", "scope", "formula"];
    return table(titles.map((title) => ({ title: text_text `${title}`, align: "left" })), metrics.map(({ label, counted, clockStart, clockStop, scope, formula }) => [label, counted, clockStart, clockStop, scope, formula].map((answer) => text_text `${answer ?? "–"}`)));
}
function metricsShown(input) {
    return [...new Set(allComparisons(input).map(({ cell }) => cell.metric))];
}
/** The definition that the key stands for; two runs are compared only if all of it is equal. */
function measured_definitionOf({ key, definition }) {
    const settings = Object.entries(definition).map(([name, value]) => `${name}=${value}`);
    const parts = settings.flatMap((setting, index) => [
        ...(index === 0 ? [] : text_text ` `),
        text_code(setting),
    ]);
    return text_text `Key ${text_code(key.slice(0, 12))}: ${parts}`;
}
function measured_workloadBlocks(run, input) {
    return [
        paragraph(text_text `${strong("Workload")} ${text_code(run.name)}`),
        cardOf(run, originOf(input.run, run).environment),
        ...block_list([measured_definitionOf(run)]),
    ];
}
function measuredFold(input) {
    const metrics = metricsShown(input);
    return {
        title: "What was measured, and how",
        blocks: [
            ...input.run.workloads.flatMap((run) => measured_workloadBlocks(run, input)),
            ...(metrics.length === 0 ? [] : [boundariesTable(metrics)]),
        ],
    };
}

;// CONCATENATED MODULE: ./build/report/folds/reproduce.js
// Reproduce, or accept this change: the exact command, and what accepting will do.


function reproduceFold({ reproduce, acceptLabel, verdict }) {
    const acceptable = acceptLabel !== undefined && verdict.kind === "regressed";
    const accept = acceptable
        ? [
            paragraph(text_text `To accept: put the label ${text_code(acceptLabel)} on the pull request and say why. The check turns green for this commit, and from the merge on main's new level is the baseline.`),
        ]
        : [];
    return {
        title: acceptable ? "Reproduce, or accept this change" : "Reproduce",
        blocks: [codeBlock("sh", reproduce), ...accept],
    };
}

;// CONCATENATED MODULE: ./build/report/folds/why.js







/** A difference of two means is not good for three digits. */
function why_rounded(change) {
    return Number(Math.abs(change).toFixed(Math.abs(change) < 10 ? 1 : 0));
}
function why_moved([before, after], part) {
    const change = after[part] - before[part];
    const shown = formatValue("ms", why_rounded(change));
    if (!/[1-9]/.test(shown))
        return shown;
    return `${change > 0 ? "+" : "\u2212"}${shown}`;
}
/** "127 × 19.8 ms": how many gaps after the first token, how long each. */
function gapWords({ pace }, run) {
    const gaps = (run?.tokens.output?.mean ?? 0) - 1;
    return gaps > 0 ? ` (${formatNumber(gaps)} × ${formatValue("ms", pace / gaps)})` : "";
}
function partsTable(sides, { base, subject }, run) {
    const row = (label, part, remark = "") => {
        const [before = "", after = ""] = formatValues("ms", sides.map((side) => side[part]));
        return [label, text_text `${before}`, text_text `${after}${remark}`, text_text `${why_moved(sides, part)}`];
    };
    return table([
        { title: text_text `mean request`, align: "left" },
        ...[base, subject, "moved"].map((title) => ({ title: text_text `${title}`, align: "right" })),
    ], [
        row(text_text `first token`, "waiting"),
        row(text_text `+ pace after it`, "pace", gapWords(sides[1], run)),
        row(text_text `+ tail`, "tail"),
        row(text_text `${strong("= end to end")}`, "e2e"),
    ]);
}
/** The other things that move latency without the endpoint having become slower. */
function circumstances(run) {
    if (run === undefined)
        return [];
    const { output, cachedShare, reasoningTotal } = run.tokens;
    return [
        text_text `Output length: ${spreadWords(output)}.`,
        ...(reasoningTotal === null || output === null || output.total === 0
            ? []
            : [text_text `Reasoning: ${formatShare(reasoningTotal / output.total)} of the output tokens.`]),
        cachedShare === null
            ? text_text `Cached share of the prompts: not reported.`
            : text_text `Cached share of the prompts: ${formatShare(cachedShare)}.`,
        run.counts.failed === 0
            ? text_text `Failures: none of ${run.counts.attempted}.`
            : text_text `Failures: ${failures_failuresOf(run)}.`,
    ];
}
function why_workloadBlocks(verdict, input) {
    const { workload, explanation, baseline } = verdict;
    const named = { base: baseColumn(baseline), subject: subjectOf(input) };
    const run = workloadRunOf(input.run, workload);
    const title = input.verdict.workloads.length > 1 ? [paragraph(text_text `${text_code(workload)}`)] : [];
    const apart = explanation === undefined
        ? []
        : [
            paragraph(sentence(explanation.sentence)),
            partsTable([explanation.before, explanation.after], named, run),
        ];
    return [...title, ...apart, ...block_list(circumstances(run))];
}
function whyFold(input) {
    return {
        title: "Why",
        blocks: input.verdict.workloads.flatMap((each) => why_workloadBlocks(each, input)),
    };
}

;// CONCATENATED MODULE: ./build/report/words/unsure.js








function noisyTitle(comparison) {
    const claim = findingClaim(comparison, "looks");
    return text_text `${cellLabel(comparison.cell)} ${claim}, but that may be noise`;
}
const unsure_titles = {
    unproven: (label) => `${label} could not be shown to be within its limit`,
    "insufficient-samples": (label) => `too few requests to judge ${label}`,
    "not-comparable": (label, base) => `${label} cannot be compared with ${base}`,
    "environment-changed": () => "measured elsewhere than main, so its history does not apply",
    "no-number": (label) => `no number for ${label}`,
};
function unsure_titleOf(comparison, base) {
    const title = comparison.reason && unsure_titles[comparison.reason];
    return title ? text_text `${title(cellLabel(comparison.cell), base)}` : noisyTitle(comparison);
}
function variationSentence({ workload, cell }, { history }) {
    const values = history.get(workload)?.cells.get(cell.id) ?? [];
    const variation = variationOf(values);
    return variation === undefined
        ? ""
        : `Job-to-job variation on main is ${formatShare(Number(variation.toPrecision(2)))}. `;
}
const remedies = {
    "exceeds-within-noise": text_text `Re-run this job, raise ${text_code("requests")}, or compare both endpoints in one job (${text_code("baseline-endpoint")}).`,
    unproven: text_text `Raise ${text_code("requests")}, calm the runner, or allow more.`,
    "insufficient-samples": text_text `Raise ${text_code("requests")}, or gate a lower percentile.`,
    "environment-changed": text_text `The next runs on main start a new history here.`,
};
/** A duet calms what main's history has; what it needs more of are rounds. */
const duetRemedies = {
    ...remedies,
    "exceeds-within-noise": text_text `Re-run this job, or raise ${text_code("rounds")} or ${text_code("requests")}.`,
    unproven: text_text `Raise ${text_code("rounds")} or ${text_code("requests")}, or allow more.`,
};
/** Reasons of all cells in doubt, each once, with the cells that share it. */
function reasons(unsure) {
    const noted = unsure.filter(({ note, absolute }) => note !== undefined && absolute === undefined);
    const byNote = Map.groupBy(noted, ({ note }) => note ?? "");
    return [...byNote].map(([note, cells]) => {
        const labels = cells.map(({ cell }) => cellLabel(cell)).join(", ");
        return text_text `${labels}: ${sentence(finished(note))}`;
    });
}
function cellHeadline(unsure, worst, input) {
    const noisy = worst.reason === "exceeds-within-noise";
    const baseline = workloadVerdictOf(input.verdict, worst.workload)?.baseline;
    const offered = baseline?.kind === "duet" ? duetRemedies : remedies;
    const remedy = worst.reason && offered[worst.reason];
    const variation = noisy ? variationSentence(worst, input) : "";
    return {
        title: text_text `Not sure: ${unsure_titleOf(worst, baseNoun(baseline))}`,
        lead: [
            ...(noisy ? [findingSentence(worst, input)] : []),
            ...reasons(unsure),
            text_text `${variation}${remedy ?? ""}`,
        ].filter((line) => line.length > 0),
    };
}
function wholeHeadline(absent) {
    const [first, ...others] = absent;
    const what = first !== undefined && others.length === 0
        ? text_text `${text_code(first.workload)} was`
        : text_text `${absent.length} workloads were`;
    const messages = absent.map(({ workload, notCompared }) => {
        const message = finished(notCompared?.message ?? "no reason is known");
        return others.length === 0
            ? sentence(capitalised(message))
            : text_text `${text_code(workload)}: ${sentence(message)}`;
    });
    return {
        title: text_text `Not sure: ${what} not compared with ${baseNoun(first?.baseline)}`,
        lead: messages,
    };
}
/** What looks slower comes before what could not be compared at all, and that before single cells. */
function unsureHeadline(input) {
    const absent = input.verdict.workloads.filter(({ notCompared }) => notCompared !== undefined);
    const whole = wholeHeadline(absent);
    const unsure = unsureOf(allComparisons(input));
    const [worst] = unsure;
    if (worst !== undefined && (absent.length === 0 || worst.reason === "exceeds-within-noise")) {
        const { title, lead } = cellHeadline(unsure, worst, input);
        return { title, lead: [...lead, ...(absent.length === 0 ? [] : whole.lead)] };
    }
    if (absent.length > 0)
        return whole;
    const causes = input.verdict.because.map((cause) => sentence(finished(cause)));
    return { title: text_text `Not sure`, lead: causes };
}

;// CONCATENATED MODULE: ./build/report/words/headline.js
// Headline: the verdict in words with its worst finding, and the sentences that a reader needs next.










/** Names the workload where there are several. */
function headline_whereOf({ verdict }, workload) {
    return verdict.workloads.length > 1 ? text_text `${text_code(workload)} ` : [];
}
function workloadsSlower(input) {
    const { workloads } = input.verdict;
    const slower = workloads.filter(({ comparisons }) => regressedOf(comparisons).length > 0);
    return workloads.length > 1
        ? [text_text `${slower.length} of ${formatCount(workloads.length, "workload")} slower.`]
        : [];
}
const headline_mostListed = 4;
function otherFindings(input) {
    const others = regressedOf(allComparisons(input)).slice(1);
    if (others.length === 0)
        return [];
    const shown = others.slice(0, headline_mostListed).map((each) => {
        const where = headline_whereOf(input, each.workload);
        return text_text `${where}${findingShort(each)}`;
    });
    const more = others.length > headline_mostListed ? `, and ${others.length - headline_mostListed} more` : "";
    return [text_text `Also beyond the limit: ${joined(shown, ", ")}${more}.`];
}
/** The causes as they follow a colon: where there is one workload, its name says nothing. */
function because({ verdict }) {
    const [only, ...others] = verdict.workloads;
    const prefix = only === undefined || others.length > 0 ? "" : `${only.workload}: `;
    return verdict.because.map((cause) => {
        const said = cause.startsWith(prefix) ? cause.slice(prefix.length) : cause;
        return sentence(said.replace(/\.$/, ""));
    });
}
/** What failed, where more failing is the finding. */
function failuresBehind({ cell }, input) {
    return isFailureShare(cell.metric) ? failureCounts(input) : [];
}
/** Main's history is the usual, and the footer has it. */
function against({ verdict }) {
    const other = comparedWith(verdict);
    return other ? [text_text `Compared with ${other}.`] : [];
}
function regressionLead(worst, input) {
    const slowest = input.verdict.workloads.find(({ workload }) => workload === worst.workload);
    // How long answers took is no reason for those that did not come.
    const explanation = isFailureShare(worst.cell.metric) ? undefined : slowest?.explanation;
    return [
        findingSentence(worst, input),
        ...failuresBehind(worst, input),
        ...(explanation === undefined ? [] : [sentence(explanation.sentence)]),
        ...otherFindings(input),
        ...workloadsSlower(input),
        ...against(input),
    ];
}
function worstOf(input) {
    return regressedOf(allComparisons(input))[0];
}
function regressed(input) {
    const green = input.policy.onRegression === "warn";
    const after = green ? [text_text `The check stays green: ${text_code("on-regression: warn")}.`] : [];
    const worst = worstOf(input);
    if (worst === undefined) {
        const [title = text_text `slower than allowed`, ...rest] = because(input);
        return { title, lead: [...rest.map((cause) => text_text `${cause}.`), ...after] };
    }
    return {
        title: findingTitle(worst, headline_whereOf(input, worst.workload)),
        lead: [...regressionLead(worst, input), ...after],
    };
}
function acceptedBy({ acceptance }) {
    if (acceptance === undefined)
        return [];
    const by = acceptance.by === "label" ? "Label" : "Trailer";
    return [
        text_text `${by} ${text_code(acceptance.name)}: “${acceptance.reason}”. From the merge on, main's new level is the baseline.`,
    ];
}
function accepted(input) {
    const worst = worstOf(input);
    if (worst === undefined)
        return { title: text_text `Accepted`, lead: [...acceptedBy(input), ...because(input)] };
    return {
        title: text_text `Accepted: ${findingSubject(worst, headline_whereOf(input, worst.workload))}`,
        lead: [...acceptedBy(input), ...regressionLead(worst, input)],
    };
}
/** The title of a plain pass. */
const noSlowdown = "No slowdown";
function passed(input) {
    const gating = allComparisons(input).filter((each) => each.gating);
    const { workloads } = input.verdict;
    const of = workloads.length > 1 ? ` in ${formatCount(workloads.length, "workload")}` : "";
    const other = comparedWith(input.verdict);
    const compared = `${comparedOf(gating).length} of ${gating.length} compared${of}`;
    const beside = other ? text_text ` with ${other}` : [];
    const lead = text_text `${compared}${beside}, nothing beyond its limit.${detectableSentence(gating)}`;
    return { title: text_text `${noSlowdown}`, lead: [lead] };
}
function headline_named(names) {
    return names.length > 3
        ? text_text `${names.length} workloads`
        : joined(names.map((name) => text_text `${text_code(name)}`), ", ");
}
/** Why there is nothing to compare with: once, or per workload where the reasons differ. */
function absences(without) {
    const reasons = new Set(without.map(({ notCompared }) => notCompared?.message));
    const [message] = reasons;
    if (reasons.size === 1 && message !== undefined)
        return [text_text `Measured and shown; nothing to compare with: ${sentence(message)}.`];
    return [
        text_text `Measured and shown; nothing to compare with.`,
        ...without.flatMap(({ workload, notCompared }) => notCompared === undefined ? [] : [text_text `${text_code(workload)}: ${sentence(notCompared.message)}.`]),
    ];
}
function headline_noBaseline(input) {
    const { workloads } = input.verdict;
    const without = workloads.filter(({ notCompared }) => notCompared?.reason === "no-baseline");
    const shown = without.length > 0 ? without : workloads;
    const names = headline_named(shown.map(({ workload }) => workload));
    // Where one was lost or cannot be read, this is no first run.
    if (input.verdict.warnings.some(({ code }) => code.startsWith("baseline-")))
        return { title: text_text `No baseline for ${names}`, lead: absences(shown) };
    return {
        title: text_text `No baseline yet for ${names}`,
        lead: [
            ...absences(shown),
            text_text `A run on main records the first one. (calibrating 0 of ${input.policy.minHistory})`,
        ],
    };
}
function invalid(input) {
    const [first = text_text `nothing was measured`, ...rest] = because(input);
    return {
        title: text_text `Not a valid measurement: ${first}`,
        lead: [
            ...rest.map((cause) => text_text `${cause}.`),
            ...failureCounts(input),
            text_text `Nothing was compared; the check fails because a broken measurement is not a pass.`,
        ],
    };
}
function skipped(input) {
    return {
        title: text_text `Skipped: nothing was measured`,
        lead: because(input).map((cause) => text_text `${cause}.`),
    };
}
const headlines = {
    passed,
    regressed,
    accepted,
    inconclusive: unsureHeadline,
    "no-baseline": headline_noBaseline,
    skipped,
    invalid,
};
/** The workload that knows main least decides how much the verdict can be trusted. */
function calibratingWords({ verdict }) {
    const states = verdict.workloads.flatMap(({ calibrating }) => calibrating ?? []);
    const [least] = states.toSorted((a, b) => a.jobs - b.jobs);
    return least === undefined ? "" : ` (calibrating ${least.jobs} of ${least.needed})`;
}
function headlineOf(input) {
    const { title, lead } = headlines[input.verdict.kind](input);
    const judged = input.verdict.kind !== "no-baseline" && input.verdict.kind !== "invalid";
    return { title: judged ? text_text `${title}${calibratingWords(input)}` : title, lead };
}

;// CONCATENATED MODULE: ./build/report/report.js














/** What a broken measurement compared says nothing. */
function report_judged({ verdict: { kind } }) {
    return kind !== "invalid" && kind !== "skipped";
}
function report_statusOf(verdict) {
    const gating = gatingOf(verdict);
    const slower = regressedOf(gating).length;
    if (slower > 0)
        return `${slower} of ${gating.length} beyond the limit`;
    if (verdict.notCompared !== undefined || unsureOf(gating).length > 0)
        return "not sure";
    return `${comparedOf(gating).length} of ${gating.length} compared, nothing beyond its limit`;
}
function sectionOf(verdict, input) {
    const gating = gatingOf(verdict);
    return {
        workload: verdict.workload,
        open: input.verdict.workloads.length === 1 ||
            verdict.notCompared !== undefined ||
            regressedOf(gating).length + unsureOf(gating).length > 0,
        status: report_statusOf(verdict),
        gated: report_judged(input) ? tableOf(verdict.workload, gating, input) : undefined,
        notes: notesOf(verdict, input),
        footer: footerOf(verdict, input),
    };
}
function foldsOf(input) {
    if (input.verdict.kind === "skipped")
        return [];
    return [whyFold, allMetricsFold, measuredFold, historyFold, identityFold, reproduceFold]
        .map((fold) => fold(input))
        .filter(({ blocks }) => blocks.length > 0);
}
function report_reportFrom(input) {
    const headline = headlineOf(input);
    const { verdict } = input;
    return {
        name: input.name,
        kind: verdict.kind,
        symbol: symbols[verdict.kind],
        ...headline,
        sections: verdict.workloads.map((each) => sectionOf(each, input)),
        notes: warningNotes(verdict.warnings),
        folds: foldsOf(input),
        annotations: annotationsOf(input, headline),
    };
}

;// CONCATENATED MODULE: ./build/conclude.js




function conclude_conclude(config, { run, earlier, gaps = [], confirmation, confirmable, asMain, read, }, ports) {
    const { policy } = config;
    const now = new Date(ports.wallClock());
    const references = referencesFrom({ read, run, config, commit: ports.commit, now });
    const ofMain = isHeldAgainstMain(run)
        ? [...warningsOf(read), ...asideWarnings(references, ports.commit)]
        : [];
    const verdict = judge({
        run,
        earlier,
        confirmation,
        confirmable,
        declared: config.declared,
        unmeasured: asMain ? unmeasuredOf({ read, run }, references) : [],
        references,
        absence: references_absenceOf(read),
        placements: placementsOf(read, run),
        warnings: [...ofMain, ...gaps],
        policy,
    });
    const told = {
        name: config.name,
        verdict,
        run,
        confirmation,
        policy,
        commit: ports.commit,
        history: seriesFrom(references, policy.cells.keys()),
        reproduce: ports.reproduce,
        baselineSource: read.source,
        acceptLabel: ports.acceptLabel,
    };
    const exitCode = policy_exitCodeOf(verdict.kind, policy);
    return { run, confirmation, verdict, policy, told, report: report_reportFrom(told), exitCode };
}
/** The same with its regression agreed to; any other verdict stays as it is. */
function conclude_accepted(conclusion, acceptance) {
    const { policy } = conclusion;
    if (conclusion.verdict.kind !== "regressed")
        return conclusion;
    const verdict = { ...conclusion.verdict, kind: "accepted" };
    const told = { ...conclusion.told, verdict, acceptance };
    const exitCode = exitCodeOf(verdict.kind, policy);
    return { ...conclusion, verdict, told, report: reportFrom(told), exitCode };
}
/** The same with something more to say, which changes no verdict. */
function warned(conclusion, warnings) {
    if (warnings.length === 0)
        return conclusion;
    const { verdict: before } = conclusion;
    const verdict = { ...before, warnings: [...before.warnings, ...warnings] };
    const told = { ...conclusion.told, verdict };
    return { ...conclusion, verdict, told, report: report_reportFrom(told) };
}

;// CONCATENATED MODULE: ./build/gate.js





/** Judges runs that are already there; nothing can be measured again, so that a stricter level has to do. */
async function compare(config, evidence, ports) {
    const read = await ports.baseline.read();
    return conclude_conclude(config, { ...evidence, confirmable: false, read }, ports);
}
/** The same as a main job: what was measured before it is recorded. */
async function compareOnMain(config, evidence, ports) {
    const read = await ports.baseline.read();
    const run = withoutRounds(evidence.run);
    const judged = { ...evidence, run, confirmable: false, read };
    const conclusion = conclude(asMain(config), judged, ports);
    return recorded(config, { ...conclusion, read }, ports);
}
/** The whole job of the gate. The baseline is read first: a broken one costs no requests. */
async function gate(config, ports) {
    const read = await ports.baseline.read();
    const settled = ports.record ? alone(asMain(config)) : config;
    const measurement = firstMeasurement(settled, ports);
    const run = await measure_measure(settled, measurement, ports);
    const confirmable = config.policy.confirm > 0;
    const first = conclude_conclude(settled, { run, ...ports.before, confirmable, read }, ports);
    const conclusion = needsConfirmation(first.verdict)
        ? await confirmed({ settled, first, read, measurement }, ports)
        : first;
    return ports.record ? recorded(config, { ...conclusion, read }, ports) : conclusion;
}
const lenient = { onRegression: "warn", onInconclusive: "pass", onNoBaseline: "pass" };
/** Main is judged for its history's sake: red there would block what has already landed. */
function asMain(config) {
    return { ...config, policy: { ...config.policy, ...lenient } };
}
/** Main remembers one endpoint at a time. */
function alone(config) {
    return { ...config, duet: undefined };
}
/** The same where it was measured in rounds before anybody knew that it is main's. */
function withoutRounds(run) {
    return { ...run, workloads: run.workloads.map(({ duet: _, ...alone }) => alone) };
}
async function confirmed(unconfirmed, ports) {
    const { settled, first, read, measurement } = unconfirmed;
    const { run } = first;
    ports.log.info("It looks slower: measuring a second time.");
    const confirmation = await measure_measure(settled, measure_confirmationOf(measurement, settled, run), ports);
    const evidence = { run, ...ports.before, confirmation, confirmable: false, read };
    return conclude_conclude(settled, evidence, ports);
}
async function recorded(config, { read, ...conclusion }, { baseline, log }) {
    const { run, confirmation, verdict } = conclusion;
    if (verdict.kind === "invalid") {
        log.warn("Not recorded: the measurement is not valid.");
        return conclusion;
    }
    const records = recordsFrom({ read, run, confirmation, config });
    const told = warned(conclusion, [
        ...pinWarnings({ read, config }, records),
        ...thinWarnings(run, records),
    ]);
    const recorded = await baseline.record({ run, records, keep: config.policy.history });
    if (recorded.kind === "recorded")
        return { ...told, recordedAt: recorded.at };
    log.warn(`Not recorded: ${recorded.why}.`);
    return { ...told, notRecorded: recorded.why };
}

;// CONCATENATED MODULE: ./build/commands/conclusion.js




function withOutputFlags(command) {
    return command
        .option("--json <file>", "Write the verdict as JSON.")
        .option("--markdown <file>", "Write the report as the comment that a pull request would get.");
}
async function showConclusion(conclusion, flags, redact) {
    const { run, report, recordedAt } = conclusion;
    if (flags.out !== undefined)
        await writeRun(flags.out, run, redact);
    if (flags.json !== undefined)
        await writeText(flags.json, redact(verdictText(conclusion)));
    if (flags.markdown !== undefined)
        await writeText(flags.markdown, redact(`${renderComment(report)}\n`));
    print(redact(renderTerminal(report, page())));
    if (recordedAt !== undefined)
        print(`Recorded in ${recordedAt}.`);
}

;// CONCATENATED MODULE: ./build/commands/compare.js











/**
 * What is named here is there, or it is a typing error; only the gate may find no baseline yet. All that is missing is
 * told at once.
 */
function checkFiles(named) {
    const problems = named.flatMap(([input, path]) => exists(path)
        ? []
        : [{ input, value: `${path}: not found`, legal: "a file or directory that exists" }]);
    if (problems.length > 0)
        throw configError(problems);
}
function exists(path) {
    try {
        return readText(path) !== undefined;
    }
    catch {
        return true;
    }
}
function candidateOf(places, expected) {
    const found = candidateFrom({ input: "candidate", places, expected });
    if (found.run)
        return { ...found, run: found.run };
    const [value = ""] = places;
    throw configError([{ input: "candidate", value: `${value}: no run is there`, legal: "runs" }]);
}
/** Only a run that was measured in rounds beside its base endpoint can do without. */
function missingBaseline() {
    const legal = "baseline documents, or a candidate measured with a baseline-endpoint";
    return configError([{ input: "baseline", value: "not given", legal }]);
}
function reproduceWith(baseline, candidate) {
    const past = baseline.length === 0 ? [] : [`--baseline ${baseline.join(" ")}`];
    return ["latency-gate compare", ...past, `--candidate ${candidate.join(" ")}`].join(" ");
}
async function compare_judged(command, exit) {
    const flags = command.opts();
    const config = parseJudgeConfig(sourcesFrom(command));
    const { confirmation: second, earlier = [], baseline = [] } = flags;
    checkFiles([
        ...baseline.map((path) => ["baseline", path]),
        ...flags.candidate.map((path) => ["candidate", path]),
        ...(second === undefined ? [] : [["confirmation", second]]),
        ...earlier.map((path) => ["earlier", path]),
    ]);
    const { run, asMain, declared } = candidateOf(flags.candidate, config);
    if (baseline.length === 0 && isHeldAgainstMain(run))
        throw missingBaseline();
    const another = (input, file) => {
        const read = readRun(input, file);
        return run.workloads.some(({ leg }) => leg) ? asLeg(read) : read;
    };
    const evidence = {
        run,
        asMain,
        earlier: earlier.map((path) => another("earlier", path)),
        confirmation: second === undefined ? undefined : another("confirmation", second),
    };
    const conclusion = await compare({ ...config, declared }, evidence, {
        wallClock: wallClock,
        baseline: createFileStore({
            paths: baseline,
            name: config.name,
            keep: config.policy.history,
        }),
        commit: { head: run.commit ?? undefined, base: flags.baseCommit },
        reproduce: reproduceWith(baseline, flags.candidate),
    });
    await showConclusion(conclusion, flags, redactor([]));
    exit.code = conclusion.exitCode;
}
function compareCommand(exit) {
    const command = commandWithSettings("compare", "Judge a run against main's history.")
        .option("--baseline <file...>", "Baseline documents, directories of them, or run files; only a run with a baseline-endpoint can do without.")
        .requiredOption("--candidate <file...>", "The run to judge, or those of a matrix's legs, or folders of them: judged together.")
        .option("--confirmation <file>", "A second run of the same, where the first looked slower.")
        .option("--earlier <file...>", "Runs of earlier attempts at the same commit: judged together.")
        .option("--base-commit <sha>", "The commit of main that the change was made on.");
    return withOutputFlags(command)
        .addHelpText("after", example("latency-gate compare --baseline base.json --candidate run.json"))
        .action((_, self) => compare_judged(self, exit));
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(31421);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(78474);
// EXTERNAL MODULE: external "node:readline"
var external_node_readline_ = __webpack_require__(80481);
;// CONCATENATED MODULE: ./build/reproduce.js
// The command that repeats a measurement on a laptop: every setting that was given, as a flag.

/** Never shown, or of no use on a laptop. */
const unshown = new Set([settings.apiKey.name, settings.headers.name]);
const endpoints = new Set([
    settings.endpoint.name,
    settings.baselineEndpoint.name,
]);
/** A longer text (a body, inline YAML) would bury the command; the reader has it in the workflow. */
const longestValue = 200;
/** Only what is safe to paste: anything else is quoted for a shell. */
function reproduce_quoted(value) {
    return /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
/** Query and user information may hold a key. */
function bareUrl(text) {
    const url = URL.parse(text);
    return url ? `${url.protocol}//${url.host}${url.pathname}` : text;
}
function flagOf(name, isSwitch, given) {
    if (isSwitch)
        return [given === "true" ? `--${name}` : `--no-${name}`];
    if (endpoints.has(name))
        return [`--${name} ${reproduce_quoted(bareUrl(given))}`];
    return given.length > longestValue ? [`--${name} …`] : [`--${name} ${reproduce_quoted(given)}`];
}
/** What was not given comes from the same configuration file and defaults as here. */
function reproduceCommand({ read, baseline, baseCommit }) {
    const flags = flagsOf("gate").flatMap(({ name, isSwitch }) => {
        const given = name === settings.baseline.name ? baseline : read(name)?.trim();
        return given && !unshown.has(name) ? flagOf(name, isSwitch, given) : [];
    });
    const base = baseCommit === undefined ? [] : [`--base-commit ${baseCommit}`];
    return ["latency-gate gate", ...flags, ...base].join(" ");
}

;// CONCATENATED MODULE: ./build/commands/demo.js
// `latency-gate demo`: six main jobs and two pull requests against the built-in endpoint, through the same gate as everyone's.
















/**
 * Small enough for a minute, large enough for a p95 to be gated (100 requests). Many slow streams rather than few fast
 * ones: the client's own lag, which a busy machine has, is then small beside what it measures. They are jittered, so
 * that they do not all speak in one step.
 */
const demo_settings = {
    model: "simulated",
    name: "demo",
    requests: "120",
    concurrency: "40",
    "prompt-tokens": "128",
    "output-tokens": "4",
    "warm-up": "40",
};
const ttft = 300;
const slowerTtft = 420;
const tpot = 100;
const mainJobs = 6;
/** A busy machine may spoil a measurement; it is then made again, and that is said. */
const tries = 3;
/** In a process of its own: in ours its timers would wait for our parsing, and ours for its. */
async function deploy(ttftMs) {
    const [, script = ""] = process.argv;
    const flags = ["--ttft", `${ttftMs}ms`, "--tpot", `${tpot}ms`, "--jitter", "0.08"];
    const child = (0,external_node_child_process_.spawn)(process.execPath, [script, "simulate", ...flags], {
        stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = (0,external_node_readline_.createInterface)({ input: child.stdout });
    const [line] = (await (0,external_node_events_.once)(lines, "line"));
    const url = /http:\S+/.exec(line)?.[0];
    if (url === undefined)
        throw new GateError("internal", `the simulator said "${line}"`);
    return { url, process: child };
}
function sourcesFor(endpoint, folder) {
    const baseline = external_node_path_.join(folder, "baseline.json");
    const inputs = { ...demo_settings, endpoint, baseline };
    return { read: (name) => inputs[name], file: () => undefined };
}
async function play(scene, world) {
    const sources = sourcesFor(scene.url, scene.folder);
    const config = parseConfig(sources);
    const { commit, baseCommit } = scene;
    const baseline = localPath(config);
    const ports = {
        ...measurePorts({ ...world, job: { ...world.job, commit, baseCommit } }),
        baseline: createFileStore({
            paths: [baseline],
            name: config.name,
            keep: config.policy.history,
        }),
        record: scene.record,
        commit: { head: commit, base: baseCommit },
        reproduce: reproduceCommand({ read: sources.read, baseline, baseCommit }),
    };
    for (let left = tries;; left--) {
        const conclusion = await gate(config, ports);
        if (conclusion.verdict.kind !== "invalid" || left === 1 || world.signal.aborted)
            return conclusion;
        world.log.warn(`This machine was too busy (${conclusion.verdict.because[0]}): measured again.`);
    }
}
/** Made-up commits, told apart at a glance. */
function sha(digit) {
    return String(digit).repeat(40);
}
async function mainHistory(url, folder, world) {
    for (let job = 1; job <= mainJobs; job++) {
        const scene = { url, folder, record: true, commit: sha(job), baseCommit: undefined };
        const title = `main job ${job} of ${mainJobs}`;
        const { verdict } = await play({ ...scene, title, name: `main-${job}` }, world);
        print(`${title}: ${verdict.kind === "invalid" ? verdict.because[0] : "recorded"}`);
    }
}
async function pullRequest(scene, world) {
    print(`\n${scene.title}\n`);
    const conclusion = await play(scene, world);
    const folder = external_node_path_.join(scene.folder, scene.name);
    const files = await writeResults(folder, conclusion, (text) => text);
    print(`${folded(renderComment(conclusion.report))}\n`);
    print(`Exit code ${conclusion.exitCode}. Comment: ${files.report}; run: ${files.run}.`);
    return conclusion.verdict.kind;
}
/** As a reader first sees it: the folds closed. */
function folded(comment) {
    return comment
        .replace(/<details><summary>(.*?)<\/summary>.*?<\/details>/gs, "▸ $1")
        .replace(/^(▸ .*\n)\n(?=▸ )/gm, "$1");
}
async function perform(folder, world) {
    const deployments = [await deploy(ttft), await deploy(slowerTtft)];
    try {
        const [fast, slow] = deployments.map(({ url }) => url);
        if (fast === undefined || slow === undefined)
            return false;
        await mainHistory(fast, folder, world);
        const common = { folder, record: false, baseCommit: sha(mainJobs) };
        const first = await pullRequest({
            ...common,
            title: "Pull request 1: nothing changed",
            url: fast,
            name: "pull-request-1",
            commit: sha(7),
        }, world);
        const second = await pullRequest({
            ...common,
            title: "Pull request 2: the first token comes 40 % later",
            url: slow,
            name: "pull-request-2",
            commit: sha(8),
        }, world);
        print(`\nPull request 1: ${first} (promised: passed). Pull request 2: ${second} (promised: regressed).`);
        return first === "passed" && second === "regressed";
    }
    finally {
        for (const deployment of deployments)
            deployment.process.kill();
    }
}
async function demo_run(folder, exit) {
    const world = commandWorld({});
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    const place = external_node_path_.join(folder, stamp);
    print(`A simulated endpoint (first token after ${ttft} ms, then ${tpot} ms per token) is measured as six jobs`);
    print("of main and two pull requests. Nothing leaves this machine.\n");
    const kept = await perform(place, world);
    print(`Everything lies in ${place}: the baseline, and for each pull request its run, verdict and comment.`);
    print(kept ? "The demonstration went as promised." : "The demonstration did NOT go as promised.");
    exit.code = kept ? 0 : 1;
}
function demoCommand(exit) {
    return new commander/* Command */.uB("demo")
        .description("Gate two pull requests against the built-in endpoint, in less than a minute.")
        .option("--out <folder>", "Where the files go, in a folder of their own.", "demo-output")
        .addHelpText("after", example("latency-gate demo"))
        .action(({ out }) => demo_run(out, exit));
}

;// CONCATENATED MODULE: ./build/commands/gate.js











/** What only a job of main can do is no slip that a pull request may make unnoticed. */
function checkRecords({ baseline }, { record = false }) {
    if (record)
        return;
    const legal = "beside --record alone, as it is of a job of main";
    const asked = [
        { input: "--pin-baseline", given: baseline.pin },
        { input: "--reset-baseline", given: baseline.reset },
    ].filter(({ given }) => given);
    if (asked.length > 0)
        throw configError(asked.map(({ input }) => ({ input, value: "true", legal })));
}
async function gate_run(command, exit) {
    const sources = sourcesFrom(command);
    const config = parseConfig(sources);
    const baseline = localPath(config);
    const flags = command.opts();
    checkRecords(config, flags);
    const { commit, baseCommit, record = false } = flags;
    const redact = redactor(config.target.apiKey === undefined ? [] : [config.target.apiKey]);
    const world = commandWorld({ commit, baseCommit });
    const ports = {
        ...measurePorts(world),
        baseline: createFileStore({
            paths: [baseline],
            name: config.name,
            keep: config.policy.history,
        }),
        record,
        commit: { head: world.job.commit ?? undefined, base: baseCommit },
        reproduce: reproduceCommand({ read: sources.read, baseline, baseCommit }),
    };
    await withJournal(flags.out, async (journal) => {
        const conclusion = await gate(config, { ...ports, journal });
        await showConclusion(conclusion, flags, redact);
        exit.code = conclusion.exitCode;
    });
}
function gateCommand(exit) {
    const command = commandWithSettings("gate", "Measure an endpoint, compare it with main's history and say whether it got slower.")
        .option("--record", "Be a main job: join the history, whatever the verdict.")
        .option("--out <file>", "Write the run.")
        .addOption(commitOption())
        .option("--base-commit <sha>", "The commit of main that the change was made on.");
    return withOutputFlags(command)
        .addHelpText("after", example("latency-gate gate --endpoint http://127.0.0.1:8000/v1 --model my-model --baseline base.json"))
        .action((_, self) => gate_run(self, exit));
}

;// CONCATENATED MODULE: ./build/commands/measure.js








const measure_invalidExit = 3;
function isValid({ workloads }) {
    return workloads.every(({ invalid }) => invalid.length === 0);
}
async function measure_run(command, exit) {
    const config = parseConfig(sourcesFrom(command));
    const { out, commit } = command.opts();
    const redact = redactor(config.target.apiKey === undefined ? [] : [config.target.apiKey]);
    const ports = measurePorts(commandWorld({ commit }));
    const found = await withJournal(out, async (journal) => {
        const run = await measure_measure(config, firstMeasurement(config, ports), { ...ports, journal });
        if (out !== undefined)
            await writeRun(out, run, redact);
        return run;
    });
    print(redact(renderMeasurement(found, page())));
    if (out !== undefined)
        print(`Written to ${out}.`);
    exit.code = isValid(found) ? 0 : measure_invalidExit;
}
function measureCommand(exit) {
    return commandWithSettings("measure", "Measure an endpoint and write what was found.")
        .option("--out <file>", "Where the run is written, an invalid one too.")
        .addOption(commitOption())
        .addHelpText("after", example("latency-gate measure --endpoint http://127.0.0.1:8000/v1 --model my-model --out run.json"))
        .action((_, command) => measure_run(command, exit));
}

;// CONCATENATED MODULE: ./build/measure/journal/recover.js
// Recovering: a journal that a crash left behind → the run that it was on the way to.





const recovered = warning("recovered", "rebuilt from the journal of a measurement that was cut off: warm-up, ITL and the client's own health are not known");
/** When the last request was seen to end: nothing is known of what came after. */
function lastOf(records) {
    const ends = records.map((record) => record.outcome === "dropped" ? record.scheduledAt : record.endedAt);
    return micros(ends.reduce((last, end) => Math.max(last, end), 0));
}
/** As far as the records tell: a round's sending ended no later than its last answer. */
function recover_roundsOf(records) {
    const count = 1 + records.reduce((last, { round = 0 }) => Math.max(last, round), 0);
    return Array.from({ length: count }, (_, index) => ({
        sendingEndedAt: lastOf(records.filter(({ round }) => round === index)),
        gaps: new ManyValues(),
    }));
}
function recover_measuredFrom({ head, records }, side) {
    const own = records[side].toSorted((a, b) => a.id - b.id);
    return {
        ...head,
        records: own,
        gaps: new ManyValues(),
        ...(head.baseEndpoint !== undefined && { rounds: recover_roundsOf(own) }),
        sendingEndedAt: lastOf(own),
        stopped: "cancelled",
        warmUp: { attempted: 0, completed: 0 },
        obstacles: [],
        warnings: [recovered],
    };
}
const recover_none = new Set();
/** Which rounds of a duet were whole is not known: what is left of it is not judged anyway. */
function workloadFrom(part) {
    const candidate = recover_measuredFrom(part, "candidate");
    const { baseEndpoint: endpoint } = part.head;
    if (endpoint === undefined)
        return workloadRunFrom(candidate, recover_none);
    const base = recover_measuredFrom(part, "base");
    return duetRunFrom({ candidate, base, endpoint, first: [], complete: 0 }, recover_none);
}
function begun(head) {
    return { head, records: { base: [], candidate: [] } };
}
function keep({ request, side }, part) {
    part?.records[side ?? "candidate"].push(request);
}
/**
 * The first run of a journal; a second one would be its confirmation. What is no line of a journal, as the last one that
 * was cut may be, is left out. Undefined where there is no run at all.
 */
function recover(entries) {
    let run;
    const parts = [];
    for (const entry of entries) {
        if (entry === undefined)
            continue;
        if ("run" in entry && run)
            break;
        if ("run" in entry)
            run = entry.run;
        else if ("workload" in entry)
            parts.push(begun(entry.workload));
        else
            keep(entry, parts.at(-1));
    }
    return run && { ...run, workloads: parts.map(workloadFrom) };
}

;// CONCATENATED MODULE: ./build/commands/recover.js
// `latency-gate recover`: the journal that a crashed or killed measurement left behind, made a run.








function* recover_entriesOf(file) {
    for (const line of linesOf(file))
        yield journal_readLine(line);
}
function runIn(file) {
    try {
        return recover(recover_entriesOf(file));
    }
    catch (cause) {
        if (cause instanceof Error && "code" in cause && cause.code === "ENOENT")
            return undefined;
        throw cause;
    }
}
async function recover_run(file, out) {
    const found = runIn(file);
    const legal = "a journal, as run.json.partial.jsonl";
    if (!found)
        throw configError([{ input: "journal", value: file, legal }]);
    // Its lines were redacted as they were written.
    await writeRun(out, found, (text) => text);
    const all = found.workloads.flatMap((each) => (each.duet ? [each, each.duet.base] : [each]));
    const requests = all.reduce((sum, { records }) => sum + records.length, 0);
    print(`${requests} requests recovered to ${out}.`);
}
function recoverCommand() {
    return new commander/* Command */.uB("recover")
        .description("Make a run of the journal that a measurement left behind when it was cut off.")
        .argument("<journal>", "The journal, RESULT.partial.jsonl.")
        .requiredOption("--out <file>", "Where the run is written.")
        .addHelpText("after", example("latency-gate recover run.json.partial.jsonl --out run.json"))
        .action((file, { out }) => recover_run(file, out));
}

// EXTERNAL MODULE: external "node:http"
var external_node_http_ = __webpack_require__(37067);
;// CONCATENATED MODULE: ./build/simulator/text.js
// Text: the simulated model's words, one token each, and its count of a prompt's tokens.
/** Each, with its leading space, is one token of o200k_base and of cl100k_base. */
const text_words = ("time people water house river light morning garden letter window story music summer paper market " +
    "mountain doctor winter bridge table island teacher kitchen street family forest village moment color " +
    "number season answer").split(" ");
/** `count` tokens of request `request`, from its token number `first` on: " time people …". */
function outputText(request, first, count) {
    let text = "";
    for (let token = first; token < first + count; token += 1)
        text += ` ${text_words[(request * 7 + token) % text_words.length]}`;
    return text;
}
/**
 * Words and marks, one token each, no chat template added. For plain English text of common words, which
 * the gate's synthetic prompts are, this is near what a real tokenizer counts.
 */
function promptTokens(text) {
    return text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;
}

;// CONCATENATED MODULE: ./build/simulator/perform.js


/**
 * Writes and hands the bytes to the kernel within this call: Node would keep them until the end of the
 * turn, in which other streams may have their events, and the stamp would be too early.
 */
function write({ response, entry }, text, tokens) {
    entry.sending(Buffer.byteLength(text), tokens);
    response.write(text);
    response.socket?.uncork();
}
function finish({ response, entry }, text, tokens) {
    entry.sending(Buffer.byteLength(text), tokens);
    response.end(text);
    entry.end("completed");
}
function breakOff({ response, entry }) {
    entry.end("truncated");
    response.destroy();
}
/** The head and the events without output, sent when the request arrives. */
function announce(exchange) {
    const { response, voice, stream, headersEarly, speech } = exchange;
    if (!stream)
        return;
    response.writeHead(200, { "content-type": voice.contentType, "cache-control": "no-cache" });
    if (!headersEarly)
        return;
    response.flushHeaders();
    if (speech.opening !== "")
        write(exchange, speech.opening, 0);
}
/** Plays the answer from `startAt` on; the returned function stops it where it stands. */
function perform_perform(exchange, startAt) {
    exchange.entry.begin(startAt);
    return exchange.stream ? performStream(exchange, startAt) : performWhole(exchange, startAt);
}
function performWhole(exchange, startAt) {
    const { id, plan, response, speech, timetable } = exchange;
    const tokens = plan.events.reduce((sum, event) => sum + event.tokens, 0);
    return timetable.at(micros(startAt + plan.endsAt), () => {
        const text = JSON.stringify(speech.whole(outputText(id, 0, tokens)));
        response.writeHead(200, {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(text),
        });
        if (plan.brokenAfter === undefined)
            return finish(exchange, text, tokens);
        write(exchange, text.slice(0, Math.floor(text.length / 2)), 0);
        breakOff(exchange);
    });
}
function performStream(exchange, startAt) {
    const { id, plan, speech, timetable, headersEarly } = exchange;
    let tokens = 0;
    let cancel = () => { };
    const at = (due, run) => {
        cancel = timetable.at(micros(startAt + due), run);
    };
    const opening = () => (tokens > 0 || headersEarly ? "" : speech.opening);
    const closing = () => speech.closing(outputText(id, 0, tokens));
    const spoken = (event) => {
        const text = opening() + speech.piece(outputText(id, tokens, event.tokens));
        tokens += event.tokens;
        return text;
    };
    const send = (event, n) => {
        const text = spoken(event);
        const broken = plan.brokenAfter === n + 1;
        const atOnce = n + 1 === plan.events.length && plan.endsAt <= event.due && !broken;
        if (atOnce)
            return finish(exchange, text + closing(), event.tokens);
        write(exchange, text, event.tokens);
        return broken ? breakOff(exchange) : proceed(n + 1);
    };
    const proceed = (n) => {
        const event = plan.events[n];
        if (event === undefined)
            at(plan.endsAt, () => finish(exchange, opening() + closing(), 0));
        else
            at(event.due, () => send(event, n));
    };
    proceed(0);
    return () => cancel();
}

;// CONCATENATED MODULE: ./build/simulator/plan.js
// Plan: what becomes of one request and when each of its events is due; pure in seed and request number.


/** A generator of the request's own, so that a draw depends on its number and not on its neighbours. */
function drawsOf(seed, request) {
    return randomFrom(seed ^ Math.imul(request + 1, 0x9e3779b1));
}
/**
 * A lognormal factor with mean 1 and coefficient of variation `share`: sigma² = ln(1 + share²),
 * exp(sigma·z − sigma²/2), z by Box and Muller. Takes two draws whatever the share.
 */
function factor(share, random) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const z = radius * Math.cos(2 * Math.PI * random());
    const variance = Math.log(1 + share * share);
    return Math.exp(Math.sqrt(variance) * z - variance / 2);
}
/** Instants of all tokens, not yet rounded, so that rounding never adds up. */
function tokenTimes(behaviour, tokens, random) {
    const { ttft, tpot, jitter } = behaviour;
    const gapShare = jitter.gap ?? 0;
    let at = ttft * factor(jitter.ttft, random);
    const pace = tpot * factor(jitter.tpot, random);
    return Array.from({ length: tokens }, (_, token) => {
        if (token > 0)
            at += gapShare > 0 ? pace * factor(gapShare, random) : pace;
        return at;
    });
}
/** The first token alone, then groups of `size`, each due with its last token. */
function grouped(times, size) {
    const events = [];
    for (let sent = 0; sent < times.length;) {
        const tokens = sent === 0 ? 1 : Math.min(size, times.length - sent);
        sent += tokens;
        events.push({ due: micros(times[sent - 1] ?? 0), tokens });
    }
    return events;
}
/** Everything from event `from` on comes `by` later. */
function delayed(events, from, by) {
    return events.map((event, n) => (n < from ? event : { ...event, due: micros(event.due + by) }));
}
/**
 * The fate of request number `request` if it is to bring `tokens` tokens. The draws are taken in a fixed
 * order, so that changing a rate changes who is hit and leaves everybody's timing alone.
 */
function planFor(behaviour, request, tokens) {
    const random = drawsOf(behaviour.seed, request);
    const error = random();
    const drop = random();
    const stall = random();
    const truncate = random();
    const place = random();
    if (error < behaviour.errorRate)
        return { kind: "error" };
    if (drop < behaviour.dropRate)
        return { kind: "dropped" };
    const times = tokenTimes(behaviour, tokens, random);
    const punctual = grouped(times, behaviour.tokensPerEvent);
    const within = Math.max(1, Math.ceil(place * (punctual.length - 1)));
    const stalled = stall < behaviour.stallRate;
    const events = stalled ? delayed(punctual, within, behaviour.stallDuration) : punctual;
    const last = events.at(-1)?.due ?? behaviour.ttft;
    const answer = { kind: "answer", events, endsAt: micros(last + behaviour.tail) };
    return truncate < behaviour.truncateRate ? { ...answer, brokenAfter: within } : answer;
}

;// CONCATENATED MODULE: ./build/simulator/refusal.js
function refusal(status, { message, type, param, code }) {
    return { status, body: { error: { message, type, param: param ?? null, code } } };
}
const notFound = refusal(404, {
    message: "Not Found",
    type: "NotFoundError",
    code: 404,
});
function typeOf(status) {
    if (status === 429)
        return "RateLimitError";
    return status >= 500 ? "InternalServerError" : "BadRequestError";
}
function refusal_failed(status) {
    const type = typeOf(status);
    return refusal(status, { message: `simulated status ${status}`, type, code: status });
}
function badRequest(message) {
    return refusal(400, { message, type: "BadRequestError", code: 400 });
}
function unauthorized(behaviour, headers) {
    const { apiKey } = behaviour;
    const given = [headers.authorization, headers["x-api-key"], headers["api-key"]];
    if (apiKey === undefined || given.includes(`Bearer ${apiKey}`) || given.includes(apiKey))
        return undefined;
    const message = "Incorrect API key provided.";
    return refusal(401, { message, type: "invalid_request_error", code: "invalid_api_key" });
}
function unknownModel(behaviour, model) {
    if (!behaviour.strictModel || model === behaviour.model)
        return undefined;
    return refusal(404, {
        message: `The model \`${model ?? ""}\` does not exist.`,
        type: "NotFoundError",
        param: "model",
        code: "model_not_found",
    });
}
/** Why this request for output gets none; undefined where it does. */
function refusalFor(behaviour, headers, model) {
    const { status } = behaviour;
    return (unauthorized(behaviour, headers) ??
        (status === undefined ? undefined : refusal_failed(status)) ??
        unknownModel(behaviour, model));
}

;// CONCATENATED MODULE: ./build/simulator/slots.js
// Slots: how many requests are answered at a time; the others wait in order of arrival.
/** `limit` is asked each time, so that it may change while requests run. */
function createSlots(limit) {
    const queue = new Set();
    let running = 0;
    const admit = () => {
        for (const begin of queue) {
            if (running >= limit())
                return;
            queue.delete(begin);
            begin();
        }
    };
    return {
        take(begin) {
            let state = "waiting";
            const start = (waited) => {
                state = "running";
                running += 1;
                begin(waited);
            };
            const startLater = () => start(true);
            if (running < limit() && queue.size === 0)
                start(false);
            else
                queue.add(startLater);
            return () => {
                if (state === "gone")
                    return;
                if (state === "running")
                    running -= 1;
                queue.delete(startLater);
                state = "gone";
                admit();
            };
        },
        get running() {
            return running;
        },
        get waiting() {
            return queue.size;
        },
    };
}

// EXTERNAL MODULE: external "node:process"
var external_node_process_ = __webpack_require__(1708);
;// CONCATENATED MODULE: ./build/simulator/heap.js
// Heap: a binary min-heap by due time.
class Heap {
    #items = [];
    first() {
        return this.#items[0];
    }
    add(item) {
        this.#items.push(item);
        this.#rise(this.#items.length - 1);
    }
    takeFirst() {
        const first = this.#items[0];
        const last = this.#items.pop();
        if (last !== undefined && this.#items.length > 0) {
            this.#items[0] = last;
            this.#sink(0);
        }
        return first;
    }
    clear() {
        this.#items.length = 0;
    }
    #dueAt(index) {
        return this.#items[index]?.due ?? Number.POSITIVE_INFINITY;
    }
    #swap(a, b) {
        const [first, second] = [this.#items[a], this.#items[b]];
        if (first === undefined || second === undefined)
            return;
        this.#items[a] = second;
        this.#items[b] = first;
    }
    #rise(from) {
        let index = from;
        while (index > 0) {
            const parent = (index - 1) >> 1;
            if (this.#dueAt(parent) <= this.#dueAt(index))
                return;
            this.#swap(index, parent);
            index = parent;
        }
    }
    #sink(from) {
        for (let index = from;;) {
            const left = 2 * index + 1;
            const child = this.#dueAt(left + 1) < this.#dueAt(left) ? left + 1 : left;
            if (this.#dueAt(index) <= this.#dueAt(child))
                return;
            this.#swap(index, child);
            index = child;
        }
    }
}

;// CONCATENATED MODULE: ./build/simulator/timetable.js
// Timetable: one scheduler for all streams; runs each appointment at its absolute due time, never before it.



/** The process's monotonic clock: counts from the start of the process. */
function processNow() {
    return micros(performance.now() * 1_000);
}
/**
 * What to add to an instant of `processNow` to get `process.hrtime`, which all processes of a machine share.
 * The clocks are read in this order, so a preemption between them makes a try too small: the largest is best.
 */
function hrtimeOffset() {
    const tries = Array.from({ length: 2_000 }, () => {
        const shared = Number(external_node_process_.hrtime.bigint()) / 1_000;
        return shared - performance.now() * 1_000;
    });
    return micros(tries.reduce((largest, offset) => Math.max(largest, offset)));
}
/** Timers count whole milliseconds and fire up to two late; the last stretch is spent in turns of the loop. */
const timetable_spin = micros(2_000);
const shortestTimer = micros(1_000);
function createTimetable() {
    const heap = new Heap();
    let timer;
    let turn;
    let running = false;
    let closed = false;
    const disarm = () => {
        clearTimeout(timer);
        clearImmediate(turn);
    };
    const arm = () => {
        disarm();
        const next = heap.first();
        if (next === undefined)
            return;
        const wait = next.due - processNow() - timetable_spin;
        if (wait >= shortestTimer)
            timer = setTimeout(wake, Math.floor(wait / 1_000));
        else
            turn = setImmediate(wake);
    };
    const dueNow = () => {
        const next = heap.first();
        if (next === undefined || (!next.cancelled && next.due > processNow()))
            return undefined;
        return heap.takeFirst();
    };
    const wake = () => {
        running = true;
        for (let next = dueNow(); next !== undefined; next = dueNow())
            if (!next.cancelled)
                next.run();
        running = false;
        arm();
    };
    return {
        at(due, run) {
            if (closed)
                return () => { };
            const appointment = { due, run, cancelled: false };
            heap.add(appointment);
            if (!running && heap.first() === appointment)
                arm();
            return () => {
                appointment.cancelled = true;
            };
        },
        close() {
            closed = true;
            heap.clear();
            disarm();
        },
    };
}

;// CONCATENATED MODULE: ./build/simulator/voice.js

/** When all simulated answers were created: a constant, so that an answer depends on nothing but its request. */
const createdAt = 1_700_000_000;
function voice_isRecord(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** `data: {…}`, with an `event:` line where the API names its events. */
function sse(data, event) {
    const name = event === undefined ? "" : `event: ${event}\n`;
    return `${name}data: ${JSON.stringify(data)}\n\n`;
}
/** All prose in a prompt: a string, a message list, or messages made of parts. */
function voice_textOf(prompt) {
    if (typeof prompt === "string")
        return prompt;
    if (Array.isArray(prompt))
        return prompt.map(voice_textOf).join("\n");
    if (voice_isRecord(prompt))
        return voice_textOf(prompt["content"] ?? prompt["text"]);
    return "";
}
function field(body, path) {
    return path
        .split(".")
        .reduce((value, name) => (voice_isRecord(value) ? value[name] : undefined), body);
}
function readAsked(voice, body) {
    const maxima = voice.maximumFields.map((path) => field(body, path));
    const usage = field(body, "stream_options.include_usage");
    return {
        model: typeof body["model"] === "string" ? body["model"] : undefined,
        stream: typeof body["stream"] === "boolean" ? body["stream"] : voice.streamsByDefault,
        maxTokens: maxima.find((maximum) => typeof maximum === "number"),
        inputTokens: promptTokens(voice_textOf([body["system"], body["instructions"], field(body, voice.promptField)])),
        includeUsage: usage === true,
    };
}

;// CONCATENATED MODULE: ./build/simulator/backend.js






/** Output of a request that sets no maximum, where the simulated model has no end of its own either. */
const defaultTokens = 128;
/** Longer than any model's output; an answer is planned as a whole, so its length must be bounded. */
const mostTokens = 1_000_000;
function sendJson(response, { status, body }) {
    const text = JSON.stringify(body);
    response.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
    });
    response.end(text);
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** How many tokens come, and whether the model or the maximum ends them. */
function lengthOf(behaviour, maximum) {
    if (behaviour.emptyOutput)
        return { tokens: 0, finish: "stop" };
    const most = maximum ?? Number.POSITIVE_INFINITY;
    const natural = behaviour.tokens ?? (maximum === undefined ? defaultTokens : most);
    const tokens = Math.min(natural, most, mostTokens);
    return { tokens, finish: tokens >= most ? "length" : "stop" };
}
function createBackend(behaviour, book) {
    const timetable = createTimetable();
    const slots = createSlots(() => behaviour().slots ?? Number.POSITIVE_INFINITY);
    let arrivals = 0;
    let completed = 0;
    const run = (exchange, arrivedAt) => {
        const { response, entry } = exchange;
        announce(exchange);
        let stop = () => { };
        const leave = slots.take((waited) => {
            stop = perform_perform(exchange, waited ? processNow() : arrivedAt);
        });
        response.once("close", () => {
            entry.end("cancelled");
            if (entry.request.outcome === "completed")
                completed += 1;
            stop();
            leave();
        });
    };
    const answer = (arrival, asked, entry) => {
        const { response, voice, at } = arrival;
        const now = behaviour();
        const { id } = entry.request;
        const { tokens, finish } = lengthOf(now, asked.maxTokens);
        const plan = planFor(now, id, tokens);
        if (plan.kind === "error")
            return backend_refuse(response, entry, { ...refusal_failed(now.errorStatus), kind: "error" });
        if (plan.kind === "dropped")
            return drop(response, entry);
        const reported = !now.omitUsage && (asked.includeUsage || !asked.stream || !voice.usageOnDemand);
        const usage = reported ? { input: asked.inputTokens, output: tokens } : undefined;
        const speech = voice.speak({ id, model: asked.model ?? now.model, finish, usage });
        const { stream } = asked;
        const { headersEarly } = now;
        run({ id, response, voice, speech, stream, plan, entry, timetable, headersEarly }, at);
    };
    return {
        receive(arrival) {
            const { voice, headers, response, at } = arrival;
            const entry = book.open(arrivals++, at);
            response.setHeader("x-request-id", String(entry.request.id));
            const body = parse(arrival.body);
            if (!voice_isRecord(body))
                return backend_refuse(response, entry, badRequest("the body is not a JSON object"));
            const asked = readAsked(voice, body);
            const refusal = refusalFor(behaviour(), headers, asked.model);
            if (refusal)
                return backend_refuse(response, entry, refusal);
            answer(arrival, asked, entry);
        },
        gauges: () => ({ running: slots.running, waiting: slots.waiting, completed }),
        close: () => timetable.close(),
    };
}
function backend_refuse(response, entry, refused) {
    sendJson(response, refused);
    entry.end(refused.kind ?? "refused");
}
function drop(response, entry) {
    entry.end("dropped");
    response.socket?.destroy();
}

;// CONCATENATED MODULE: ./build/simulator/options.js
// SimulatorOptions: how the built-in endpoint behaves, and its defaults.

const defaultBehaviour = {
    ttft: fromMilliseconds(300),
    tpot: fromMilliseconds(20),
    tail: micros(0),
    tokensPerEvent: 1,
    jitter: { ttft: 0, tpot: 0 },
    errorRate: 0,
    errorStatus: 500,
    stallRate: 0,
    stallDuration: fromSeconds(10),
    truncateRate: 0,
    dropRate: 0,
    model: "simulated",
    strictModel: false,
    emptyOutput: false,
    omitUsage: false,
    version: '{"version":"simulated"}',
    headersEarly: true,
    closeConnections: false,
    seed: 1,
};

;// CONCATENATED MODULE: ./build/simulator/pages.js
function models({ model }) {
    const entry = { id: model, object: "model", created: 0, owned_by: "latency-gate" };
    return JSON.stringify({ object: "list", data: [entry] });
}
/** Prometheus text under vLLM's names. */
function metrics({ model }, gauges) {
    const label = `model_name=${JSON.stringify(model)}`;
    return [
        "# TYPE vllm:num_requests_running gauge",
        `vllm:num_requests_running{${label}} ${gauges.running}`,
        "# TYPE vllm:num_requests_waiting gauge",
        `vllm:num_requests_waiting{${label}} ${gauges.waiting}`,
        "# TYPE vllm:request_success_total counter",
        `vllm:request_success_total{finished_reason="length",${label}} ${gauges.completed}`,
        "",
    ].join("\n");
}
const json = "application/json";
function pageAt(path, behaviour, gauges) {
    const pages = {
        "/health": () => ({ contentType: json, text: "" }),
        "/models": () => ({ contentType: json, text: models(behaviour) }),
        "/version": () => ({
            contentType: behaviour.version.startsWith("{") ? json : "text/plain",
            text: behaviour.version,
        }),
        "/metrics": () => ({
            contentType: "text/plain; version=0.0.4",
            text: metrics(behaviour, gauges),
        }),
    };
    return pages[path]?.();
}

;// CONCATENATED MODULE: ./build/simulator/sent-log.js
// SentLog: when each byte was truly sent; the truth that the client's stamps are held against.


/** The log of one request while it is written. */
class LogEntry {
    #request;
    #events = [];
    #keepEvents;
    #end = 0;
    constructor(id, arrivedAt, keepEvents) {
        this.#request = { id, arrivedAt, events: this.#events };
        this.#keepEvents = keepEvents;
    }
    get request() {
        return this.#request;
    }
    begin(at) {
        this.#request.startedAt = at;
    }
    /** Call it immediately before the write. */
    sending(bytes, tokens) {
        const at = processNow();
        this.#end += bytes;
        if (this.#keepEvents)
            this.#events.push({ at, tokens, end: this.#end });
    }
    /** The first call counts. */
    end(outcome) {
        this.#request.outcome ??= outcome;
        this.#request.endedAt ??= processNow();
    }
}
/** Keeps the newest `capacity` requests. */
function createLogBook(capacity) {
    const kept = [];
    let opened = 0;
    let offset;
    return {
        open(id, arrivedAt) {
            const entry = new LogEntry(id, arrivedAt, capacity > 0);
            if (capacity > 0)
                kept[opened % capacity] = entry;
            opened += 1;
            return entry;
        },
        read() {
            offset ??= hrtimeOffset();
            const requests = kept
                .map(({ request }) => ({ ...request, events: [...request.events] }))
                .sort((a, b) => a.id - b.id);
            return { requests, forgotten: opened - requests.length, hrtimeOffset: micros(offset) };
        },
    };
}

;// CONCATENATED MODULE: ./build/simulator/voices/anthropic-messages.js
// Anthropic messages: named events, a ping among them, cumulative usage in message_delta, no [DONE].

function speak(answer) {
    const reason = answer.finish === "length" ? "max_tokens" : "end_turn";
    const message = {
        id: `msg_${answer.id}`,
        type: "message",
        role: "assistant",
        model: answer.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
    };
    const event = (type, fields = {}) => sse({ type, ...fields }, type);
    const { usage } = answer;
    const startUsage = usage ? { usage: { input_tokens: usage.input, output_tokens: 1 } } : {};
    const endUsage = usage ? { usage: { output_tokens: usage.output } } : {};
    const wholeUsage = usage
        ? { usage: { input_tokens: usage.input, output_tokens: usage.output } }
        : {};
    return {
        opening: event("message_start", { message: { ...message, ...startUsage } }) +
            event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }) +
            event("ping"),
        piece: (text) => event("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
        closing: () => event("content_block_stop", { index: 0 }) +
            event("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, ...endUsage }) +
            event("message_stop"),
        whole: (text) => ({
            ...message,
            content: [{ type: "text", text }],
            stop_reason: reason,
            ...wholeUsage,
        }),
    };
}
const anthropic_messages_anthropicMessages = {
    api: "anthropic-messages",
    path: "/messages",
    contentType: "text/event-stream",
    streamsByDefault: false,
    usageOnDemand: false,
    promptField: "messages",
    maximumFields: ["max_tokens"],
    speak,
};

;// CONCATENATED MODULE: ./build/simulator/voices/ollama-chat.js
// Ollama chat: one JSON document a line, streamed unless refused, counts on the line that says done.

function ollama_chat_speak(answer) {
    const { usage, finish, model } = answer;
    const line = (content, done, rest = {}) => ({
        model,
        created_at: new Date(createdAt * 1_000).toISOString(),
        message: { role: "assistant", content },
        done,
        ...rest,
    });
    const counts = usage ? { prompt_eval_count: usage.input, eval_count: usage.output } : {};
    const last = (content) => line(content, true, { done_reason: finish, ...counts });
    return {
        opening: "",
        piece: (text) => `${JSON.stringify(line(text, false))}\n`,
        closing: () => `${JSON.stringify(last(""))}\n`,
        whole: last,
    };
}
const ollama_chat_ollamaChat = {
    api: "ollama-chat",
    path: "/api/chat",
    contentType: "application/x-ndjson",
    streamsByDefault: true,
    usageOnDemand: false,
    promptField: "messages",
    maximumFields: ["options.num_predict"],
    speak: ollama_chat_speak,
};

;// CONCATENATED MODULE: ./build/simulator/voices/openai-chat.js
// OpenAI chat completions as vLLM streams them: role, content deltas, finish, usage if asked for, [DONE].

/** Usage as both OpenAI APIs of completions report it. */
function openaiUsage(usage) {
    if (usage === undefined)
        return {};
    const { input, output } = usage;
    return {
        usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    };
}
function openai_chat_speak(answer) {
    const { id, model, finish } = answer;
    const common = { id: `chatcmpl-${id}`, created: createdAt, model };
    const chunk = { ...common, object: "chat.completion.chunk" };
    const choice = (delta, reason) => sse({ ...chunk, choices: [{ index: 0, delta, finish_reason: reason }] });
    const usage = openaiUsage(answer.usage);
    return {
        opening: choice({ role: "assistant", content: "" }, null),
        piece: (text) => choice({ content: text }, null),
        closing: () => choice({}, finish) +
            (answer.usage ? sse({ ...chunk, choices: [], ...usage }) : "") +
            "data: [DONE]\n\n",
        whole: (text) => ({
            ...common,
            object: "chat.completion",
            choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: finish }],
            ...usage,
        }),
    };
}
const openaiChat = {
    api: "openai-chat",
    path: "/chat/completions",
    contentType: "text/event-stream",
    streamsByDefault: false,
    usageOnDemand: true,
    promptField: "messages",
    maximumFields: ["max_completion_tokens", "max_tokens"],
    speak: openai_chat_speak,
};

;// CONCATENATED MODULE: ./build/simulator/voices/openai-completions.js
// OpenAI completions: text instead of deltas, no role, usage if asked for, [DONE].


function openai_completions_speak(answer) {
    const { id, model, finish } = answer;
    const common = { id: `cmpl-${id}`, object: "text_completion", created: createdAt, model };
    const choices = (text, reason) => [
        { index: 0, text, logprobs: null, finish_reason: reason },
    ];
    const usage = openaiUsage(answer.usage);
    return {
        opening: "",
        piece: (text) => sse({ ...common, choices: choices(text, null) }),
        closing: () => sse({ ...common, choices: choices("", finish) }) +
            (answer.usage ? sse({ ...common, choices: [], ...usage }) : "") +
            "data: [DONE]\n\n",
        whole: (text) => ({ ...common, choices: choices(text, finish), ...usage }),
    };
}
const openaiCompletions = {
    api: "openai-completions",
    path: "/completions",
    contentType: "text/event-stream",
    streamsByDefault: false,
    usageOnDemand: true,
    promptField: "prompt",
    maximumFields: ["max_tokens"],
    speak: openai_completions_speak,
};

;// CONCATENATED MODULE: ./build/simulator/voices/openai-responses.js
// OpenAI responses: numbered, named events; the closing ones repeat the whole text; no [DONE].

function usageOf(usage) {
    if (usage === undefined)
        return null;
    const { input, output } = usage;
    return {
        input_tokens: input,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input + output,
    };
}
const part = (text) => ({ type: "output_text", text, annotations: [] });
function itemOf(answer, status, content) {
    return { type: "message", id: `msg_${answer.id}`, status, role: "assistant", content };
}
function started(answer) {
    return {
        id: `resp_${answer.id}`,
        object: "response",
        created_at: createdAt,
        status: "in_progress",
        error: null,
        incomplete_details: null,
        model: answer.model,
        output: [],
        usage: null,
    };
}
/** A maximum that was reached makes the response `incomplete`, with the reason. */
function openai_responses_finished(answer, text) {
    const cut = answer.finish === "length";
    const status = cut ? "incomplete" : "completed";
    return {
        ...started(answer),
        status,
        incomplete_details: cut ? { reason: "max_output_tokens" } : null,
        output: [itemOf(answer, status, [part(text)])],
        usage: usageOf(answer.usage),
    };
}
function openai_responses_speak(answer) {
    let sequence = 0;
    const event = (type, fields) => sse({ type, sequence_number: sequence++, ...fields }, type);
    const place = { item_id: `msg_${answer.id}`, output_index: 0, content_index: 0 };
    const item = (status, content) => ({
        output_index: 0,
        item: itemOf(answer, status, content),
    });
    const end = answer.finish === "length" ? "response.incomplete" : "response.completed";
    return {
        opening: event("response.created", { response: started(answer) }) +
            event("response.in_progress", { response: started(answer) }) +
            event("response.output_item.added", item("in_progress", [])) +
            event("response.content_part.added", { ...place, part: part("") }),
        piece: (text) => event("response.output_text.delta", { ...place, delta: text }),
        closing: (text) => event("response.output_text.done", { ...place, text }) +
            event("response.content_part.done", { ...place, part: part(text) }) +
            event("response.output_item.done", item("completed", [part(text)])) +
            event(end, { response: openai_responses_finished(answer, text) }),
        whole: (text) => openai_responses_finished(answer, text),
    };
}
const openaiResponses = {
    api: "openai-responses",
    path: "/responses",
    contentType: "text/event-stream",
    streamsByDefault: false,
    usageOnDemand: false,
    promptField: "input",
    maximumFields: ["max_output_tokens"],
    speak: openai_responses_speak,
};

;// CONCATENATED MODULE: ./build/simulator/voices/voices.js





const voices = [
    openaiChat,
    openaiCompletions,
    openaiResponses,
    anthropic_messages_anthropicMessages,
    ollama_chat_ollamaChat,
];

;// CONCATENATED MODULE: ./build/simulator/simulator.js
// Simulator: the built-in endpoint with known timing; a real HTTP server that logs when it truly sent each byte.










/** Longer than any pause of a measurement: a connection closed under the client would look like a failure. */
const simulator_keepAliveTimeout = 300_000;
/** With and without the version in front: both forms of a base URL are in use. */
function simulator_pathOf(request) {
    const path = (request.url ?? "/").replace(/\?.*$/, "");
    return path.replace(/^\/v1(?=\/)/, "");
}
function voiceAt(path, { api }) {
    const voice = voices.find((candidate) => candidate.path === path);
    return api === undefined || voice?.api === api ? voice : undefined;
}
function receive(backend, voice, exchange) {
    const [request, response] = exchange;
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
        const at = processNow();
        const body = Buffer.concat(chunks).toString("utf8");
        backend.receive({ voice, headers: request.headers, body, at, response });
    });
}
function listener(backend, behaviour) {
    return (request, response) => {
        const path = simulator_pathOf(request);
        response.setHeader("server", "latency-gate-simulator");
        if (behaviour().closeConnections)
            response.setHeader("connection", "close");
        const voice = request.method === "POST" ? voiceAt(path, behaviour()) : undefined;
        if (voice)
            return receive(backend, voice, [request, response]);
        request.resume();
        const page = request.method === "GET" && pageAt(path, behaviour(), backend.gauges());
        if (!page)
            return sendJson(response, notFound);
        response.writeHead(200, { "content-type": page.contentType });
        response.end(page.text);
    };
}
async function simulator_listen(server, port, host) {
    try {
        server.listen(port, host);
        await (0,external_node_events_.once)(server, "listening");
    }
    catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new GateError("config", `the simulator cannot listen on ${host}:${port}: ${reason}`, {
            hint: "Choose another port, or 0 for any free one.",
            cause,
        });
    }
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : port;
}
/** Serves all APIs of `SimulatedApi` until it is closed. Rejects with a `config` error if the port is taken. */
async function startSimulator(options = {}) {
    const { port: wanted = 0, host = "127.0.0.1", logRequests = 10_000, ...changes } = options;
    let behaviour = { ...defaultBehaviour, ...changes };
    const book = createLogBook(logRequests);
    const backend = createBackend(() => behaviour, book);
    const server = (0,external_node_http_.createServer)({ noDelay: true, keepAliveTimeout: simulator_keepAliveTimeout });
    server.on("request", listener(backend, () => behaviour));
    const port = await simulator_listen(server, wanted, host);
    return {
        url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/v1`,
        port,
        log: () => book.read(),
        set(change) {
            behaviour = { ...behaviour, ...change };
        },
        async close() {
            backend.close();
            const closed = server.listening ? (0,external_node_events_.once)(server, "close") : undefined;
            server.close();
            server.closeAllConnections();
            await closed;
        },
    };
}

;// CONCATENATED MODULE: ./build/commands/simulate.js
// `latency-gate simulate`: the built-in endpoint with known timing, until it is stopped.








/** Reads flags one by one and remembers what was wrong with each. */
class FlagReader {
    problems = [];
    #flags;
    constructor(flags) {
        this.#flags = flags;
    }
    /** Undefined where the flag is absent or wrong; wrong ones are in `problems`. */
    take(name, parse, legal) {
        const text = this.#flags[name];
        if (text === undefined)
            return undefined;
        const value = parse(text);
        if (value === undefined)
            this.problems.push({ input: `--${dashed(name)}`, value: text, legal });
        return value;
    }
}
function dashed(name) {
    return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
/** A bare number is milliseconds here: the flags are named so. */
function simulate_duration(text) {
    return /^\d+(\.\d+)?$/.test(text) ? fromMilliseconds(Number(text)) : parseDuration(text);
}
function simulate_share(text) {
    const value = /^(0|1|0?\.\d+)$/.test(text) ? Number(text) : parseShare(text);
    return value !== undefined && value <= 1 ? value : undefined;
}
function whole(minimum) {
    return (text) => /^\d{1,9}$/.test(text) && Number(text) >= minimum ? Number(text) : undefined;
}
function port(text) {
    const value = whole(0)(text);
    return value !== undefined && value < 65_536 ? value : undefined;
}
function errorStatus(text) {
    return /^[45]\d\d$/.test(text) ? Number(text) : undefined;
}
const simulate_apis = [
    "openai-chat",
    "openai-completions",
    "openai-responses",
    "anthropic-messages",
    "ollama-chat",
];
const durationLegal = "a duration as 250ms or 2s, or a number of milliseconds";
const shareLegal = "a share from 0 to 1, as 5% or 0.05";
/** Absent options keep the simulator's own defaults. */
function simulate_present(options) {
    return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
/** Throws one configuration error with every problem. */
function simulatorOptions(flags) {
    const reader = new FlagReader(flags);
    const ttftJitter = reader.take("jitter", simulate_share, shareLegal);
    const api = reader.take("api", (text) => simulate_apis.find((one) => one === text), simulate_apis.join(", "));
    const options = simulate_present({
        api,
        port: reader.take("port", port, "a port number, 0 for any"),
        ttft: reader.take("ttft", simulate_duration, durationLegal),
        tpot: reader.take("tpot", simulate_duration, durationLegal),
        tokens: reader.take("tokens", whole(1), "a whole number from 1"),
        tokensPerEvent: reader.take("tokensPerEvent", whole(1), "a whole number from 1"),
        jitter: ttftJitter === undefined ? undefined : { ttft: ttftJitter, tpot: ttftJitter },
        errorRate: reader.take("errorRate", simulate_share, shareLegal),
        errorStatus: reader.take("errorStatus", errorStatus, "an HTTP status from 400 to 599"),
        stallRate: reader.take("stallRate", simulate_share, shareLegal),
        stallDuration: reader.take("stallDuration", simulate_duration, durationLegal),
        slots: reader.take("slots", whole(1), "a whole number from 1"),
        seed: reader.take("seed", whole(0), "a whole number from 0"),
    });
    if (reader.problems.length > 0)
        throw configError(reader.problems);
    return { ...options, logRequests: 0 };
}
async function simulate_run(flags) {
    const simulator = await startSimulator(simulatorOptions(flags));
    print(`Listening on ${simulator.url}`);
    const signal = stopSignal(() => { });
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await simulator.close();
}
function simulateCommand() {
    return new commander/* Command */.uB("simulate")
        .description("Serve the built-in endpoint with known timing, until stopped.")
        .option("--port <n>", "Port on 127.0.0.1; default: any free one, which is printed.")
        .option("--api <name>", `Answer only this API; default: all of ${simulate_apis.join(", ")}.`)
        .option("--ttft <ms>", "Time to the first token; default: 300ms.")
        .option("--tpot <ms>", "Time per token after it; default: 20ms.")
        .option("--tokens <n>", "Output tokens; default: what the request asks for at most.")
        .option("--tokens-per-event <n>", "Tokens in one event; default: 1.")
        .option("--jitter <share>", "Spread of both times from request to request; default: 0.")
        .option("--error-rate <share>", "Share of requests answered with an error; default: 0.")
        .option("--error-status <code>", "Its status, as 429 of a busy server; default: 500.")
        .option("--stall-rate <share>", "Share of requests that pause amid their output; default: 0.")
        .option("--stall-duration <ms>", "How long they pause; default: 10s.")
        .option("--slots <n>", "Requests answered at a time, the others wait; default: no limit.")
        .option("--seed <n>", "Seed of everything that is drawn; default: 1.")
        .addHelpText("after", example("latency-gate simulate --port 8000 --ttft 300ms --tpot 20ms"))
        .action((flags) => simulate_run(flags));
}

;// CONCATENATED MODULE: ./build/commands/program.js
// The command line: its commands, and the one place where errors become words and exit codes.











const usageExit = 2;
const internalExit = 4;
function program(exit) {
    const root = new commander/* Command */.uB("latency-gate")
        .description("Measures LLM endpoints and tells whether one really got slower.")
        .version(version)
        .exitOverride()
        .configureHelp({ showGlobalOptions: false })
        .addHelpText("after", "\nExit codes: 0 green, 1 red by verdict, 2 wrong configuration or usage, 3 invalid measurement, 4 internal error.");
    const make = [
        measureCommand,
        gateCommand,
        compareCommand,
        backtestCommand,
        calibrateCommand,
        recoverCommand,
        simulateCommand,
        demoCommand,
    ];
    for (const command of make)
        root.addCommand(command(exit).exitOverride());
    return root;
}
function program_explain(error) {
    if (error instanceof commander/* CommanderError */.b7)
        return error.exitCode === 0 ? 0 : usageExit;
    if (error instanceof GateError) {
        process.stderr.write(`${error.message}\n${error.hint ? `${error.hint}\n` : ""}`);
        return error.exitCode;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`latency-gate failed, and the fault is its own:\n${text}\n`);
    return internalExit;
}
/** A reader such as `head` that has seen enough ends the program like any other. */
function endWithReader(cause) {
    if (cause.code !== "EPIPE")
        throw cause;
    process.exit();
}
/** Runs one command line; resolves to the exit code. */
async function main(argv) {
    const exit = { code: 0 };
    process.stdout.on("error", endWithReader);
    try {
        await program(exit).parseAsync([...argv]);
        return exit.code;
    }
    catch (error) {
        return program_explain(error);
    }
}


/***/ })

};
