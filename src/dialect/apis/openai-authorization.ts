// openai-authorization.ts: where OpenAI's APIs and Azure's hosts of them expect the key.

/** Source: Azure's reference; its serverless hosts (models.ai.azure.com) take a bearer token. */
const azure =
  /\.(?:openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)(?::\d+)?$/i;

export function openAiAuthorization(apiKey: string, host: string): Record<string, string> {
  return azure.test(host) ? { "api-key": apiKey } : { authorization: `Bearer ${apiKey}` };
}
