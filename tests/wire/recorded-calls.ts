import { anthropic } from '@ai-sdk/anthropic';
import { openai } from '@ai-sdk/openai';
import type { ProvidedTool } from 'helve/agent';
import type { WireProvider } from './recording.ts';

/** A call as a recording has it. */
export interface RecordedCall {
  readonly toolName: string;
  /** The arguments, parsed. */
  readonly input: unknown;
  readonly providerExecuted?: true;
}

/** What a recording holds. */
export interface RecordedCalls {
  readonly name: `${WireProvider}/${string}`;
  readonly calls: readonly RecordedCall[];
  /** Pieces in which the arguments of all calls came. */
  readonly deltas: number;
  readonly finishReason: string;
  /** Tools that the provider runs, without which its adapter does not know them. */
  readonly providerTools?: Readonly<Record<string, ProvidedTool>>;
}

const sanFrancisco = { toolName: 'weather', input: { location: 'San Francisco' } };
const webSearch = { toolName: 'web_search', input: {}, providerExecuted: true } as const;

/** Every recording, with the calls that stand in it. */
export const RECORDED_CALLS: readonly RecordedCalls[] = [
  {
    name: 'openai-responses/tool-call',
    calls: [sanFrancisco],
    deltas: 6,
    finishReason: 'tool-calls',
  },
  {
    name: 'openai-responses/parallel-calls',
    calls: [
      {
        toolName: 'parallel',
        input: {
          tool_uses: [
            {
              recipient_name: 'functions.weather',
              parameters: { location: 'San Francisco' },
            },
            { recipient_name: 'functions.cityAttractions', parameters: { city: 'Rome' } },
          ],
        },
      },
    ],
    deltas: 1,
    finishReason: 'error',
  },
  {
    name: 'openai-responses/provider-mcp-approval',
    calls: [
      {
        toolName: 'mcp.create_short_url',
        input: {
          alias: '',
          description: 'Shortened link for ai-sdk.dev',
          max_clicks: 100,
          password: '',
          url: 'https://ai-sdk.dev/',
        },
        providerExecuted: true,
      },
    ],
    deltas: 0,
    finishReason: 'stop',
    providerTools: {
      mcp: openai.tools.mcp({
        serverLabel: 'zip1',
        serverUrl: 'https://zip1.io/mcp',
        requireApproval: 'always',
      }),
    },
  },
  {
    name: 'openai-responses/provider-web-search',
    calls: Array.from({ length: 6 }, () => webSearch),
    deltas: 0,
    finishReason: 'stop',
    providerTools: { web_search: openai.tools.webSearch({}) },
  },
  {
    name: 'anthropic/tool-no-args',
    calls: [{ toolName: 'updateIssueList', input: {} }],
    deltas: 0,
    finishReason: 'tool-calls',
  },
  { name: 'anthropic/tool-call', calls: [sanFrancisco], deltas: 2, finishReason: 'tool-calls' },
  {
    name: 'anthropic/provider-web-fetch',
    calls: [
      {
        toolName: 'web_fetch',
        input: { url: 'https://en.wikipedia.org/wiki/Maglemosian_culture' },
        providerExecuted: true,
      },
    ],
    deltas: 9,
    finishReason: 'stop',
    providerTools: { web_fetch: anthropic.tools.webFetch_20250910({}) },
  },
  { name: 'anthropic/clear-tool-uses', calls: [], deltas: 0, finishReason: 'stop' },
  { name: 'anthropic/text', calls: [], deltas: 0, finishReason: 'stop' },
  { name: 'google/tool-call', calls: [sanFrancisco], deltas: 1, finishReason: 'tool-calls' },
  {
    name: 'google/streamed-arguments',
    calls: [
      { toolName: 'getWeather', input: { location: 'Boston' } },
      { toolName: 'getWeather', input: { location: 'San Francisco' } },
    ],
    deltas: 6,
    finishReason: 'tool-calls',
  },
  {
    name: 'google/no-args',
    calls: [
      { toolName: 'read_theme', input: {} },
      { toolName: 'read_screen', input: { id: 'A' } },
      { toolName: 'read_screen', input: { id: 'B' } },
      { toolName: 'read_screen', input: { id: 'C' } },
    ],
    deltas: 9,
    finishReason: 'tool-calls',
  },
  {
    name: 'groq/tool-call',
    calls: [{ toolName: 'weather', input: {} }],
    deltas: 1,
    finishReason: 'tool-calls',
  },
  {
    name: 'mistral/incremental-tool-call',
    calls: [{ toolName: 'webSearchTool', input: { query: 'current Berlin weather' } }],
    deltas: 1,
    finishReason: 'tool-calls',
  },
  {
    name: 'cohere/tool-call',
    calls: [sanFrancisco, { toolName: 'cityAttractions', input: { city: 'San Francisco' } }],
    deltas: 14,
    finishReason: 'tool-calls',
  },
  { name: 'alibaba/tool-call', calls: [sanFrancisco], deltas: 2, finishReason: 'tool-calls' },
  {
    name: 'openai-compatible/tool-call-with-reasoning',
    calls: [sanFrancisco],
    deltas: 1,
    finishReason: 'tool-calls',
  },
  {
    name: 'deepseek/tool-call-with-reasoning',
    calls: [sanFrancisco],
    deltas: 10,
    finishReason: 'tool-calls',
  },
  {
    name: 'amazon-bedrock/tool-call',
    calls: [{ toolName: 'test-tool', input: { value: 'Sparkle Day' } }],
    deltas: 2,
    finishReason: 'tool-calls',
  },
];

/** Recordings that end in calls of the application's own tools. */
export const ENDING_IN_CALLS: readonly RecordedCalls[] = RECORDED_CALLS.filter(
  ({ finishReason }) => finishReason === 'tool-calls',
);

/** What a recording holds, by its name. */
export function recordedCalls(name: RecordedCalls['name']): RecordedCalls {
  const found = RECORDED_CALLS.find((recorded) => recorded.name === name);
  if (found === undefined) throw new Error(`nothing is written down of the recording ${name}`);
  return found;
}
