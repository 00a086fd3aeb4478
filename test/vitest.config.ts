import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    // Much of the suite waits for sockets and processes: two files at once even on a machine of two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // It imports JSON as a bundler does, not as Node does.
    server: { deps: { inline: [/@actions\/(workflow-parser|expressions)/] } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
