// A process of its own: closes a simulator that has an answer an hour away and one waiting for its slot.
import { startSimulator } from "../../src/simulator/simulator.ts";
import { fromSeconds } from "../../src/time.ts";

const simulator = await startSimulator({ slots: 1, ttft: fromSeconds(3_600) });
const ask = () =>
  fetch(`${simulator.url}/chat/completions`, { method: "POST", body: '{"stream":true}' });
const answers = [await ask(), await ask()];
await simulator.close();
for (const answer of answers) await answer.text().catch(() => "broken, as it must be");
console.log("closed");
