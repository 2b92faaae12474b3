// What is bundled, as text: the smallest program that declares a tool, and one that runs it.

/** The schemas alone: what everything else is measured above. */
export const schemas = `
import * as z from 'zod';
export const input = z.object({ a: z.string(), b: z.number() });
export const output = z.object({ r: z.string() });
`;

const execute = 'async ({ a, b }) => ({ r: a + b })';

interface BundleEntry {
  readonly tool: string;
  readonly loop: string;
}

const helveTool = `
import { createTool } from 'helve';
export const tool = createTool({ id: 'work', description: 'Works.', inputSchema: input,
  outputSchema: output, execute: ${execute} });
`;

const aiTool = (names: string) => `
import { ${names} } from 'ai';
export const work = tool({ description: 'Works.', inputSchema: input, outputSchema: output,
  execute: ${execute} });
`;

const mastraTool = `
import { createTool } from '@mastra/core/tools';
export const tool = createTool({ id: 'work', description: 'Works.', inputSchema: input,
  outputSchema: output, execute: ${execute} });
`;

const openAiTool = (names: string) => `
import { ${names} } from '@openai/agents';
export const work = tool({ name: 'work', description: 'Works.', parameters: input,
  execute: ${execute} });
`;

const langChainTool = `
import { tool } from '@langchain/core/tools';
export const work = tool(${execute}, { name: 'work', description: 'Works.', schema: input });
`;

const tanStackTool = (names: string) => `
import { ${names} } from '@tanstack/ai';
export const work = toolDefinition({ name: 'work', description: 'Works.', inputSchema: input,
  outputSchema: output }).server(${execute});
`;

/** By contender. */
export const bundleEntries: Readonly<Record<string, BundleEntry>> = {
  helve: {
    tool: helveTool,
    loop: `${helveTool}
import { Agent } from 'helve/agent';
export const run = (model) => new Agent({ id: 'bench', model, tools: { tool } }).generate('go');
`,
  },
  'ai-sdk': {
    tool: aiTool('tool'),
    loop: `${aiTool('generateText, tool')}
export const run = (model) => generateText({ model, tools: { work }, prompt: 'go' });
`,
  },
  tanstack: {
    tool: tanStackTool('toolDefinition'),
    loop: `${tanStackTool('chat, toolDefinition')}
export const run = (adapter) => chat({ adapter, tools: [work],
  messages: [{ role: 'user', content: 'go' }] });
`,
  },
  mastra: {
    tool: mastraTool,
    loop: `${mastraTool}
import { Agent } from '@mastra/core/agent';
export const run = (model) => new Agent({ id: 'bench', name: 'bench', instructions: 'Work.', model,
  tools: { tool } }).generate('go');
`,
  },
  openai: {
    tool: openAiTool('tool'),
    loop: `${openAiTool('Agent, Runner, tool')}
export const go = (model) => new Runner({ tracingDisabled: true })
  .run(new Agent({ name: 'bench', model, tools: [work] }), 'go');
`,
  },
  langchain: {
    tool: langChainTool,
    loop: `${langChainTool}
import { createAgent } from 'langchain';
export const run = (model) => createAgent({ model, tools: [work] })
  .invoke({ messages: [{ role: 'user', content: 'go' }] });
`,
  },
};
