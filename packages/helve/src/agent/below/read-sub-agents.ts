import { InvalidAgentError } from '../agent-errors.ts';
import type { AgentOptions, SubAgent } from '../agent-options.ts';
import type { AgentCore } from './agent-core.ts';

/** A longer key would make a longer name than every provider takes. */
const VALID_KEY = /^[a-zA-Z0-9_-]{1,58}$/;

/**
 * Reads the option `agents`: tool name ⇒ sub-agent.
 *
 * @throws InvalidAgentError (`INVALID_AGENT`) naming the key, and what is wrong with it.
 */
export function readSubAgents(
  { id, agents = {} }: AgentOptions,
  coreOf: (agent: SubAgent) => AgentCore | undefined,
): ReadonlyMap<string, AgentCore> {
  const subAgents = new Map<string, AgentCore>();
  for (const [key, agent] of Object.entries(agents)) {
    if (!VALID_KEY.test(key)) {
      throw new InvalidAgentError(
        `agents: the key "${key}" makes no tool name that every provider takes. Use up to 58 letters, digits, "_" and "-".`,
      );
    }
    const core = typeof agent === 'object' && agent !== null ? coreOf(agent) : undefined;
    if (!core) {
      throw new InvalidAgentError(
        `agents.${key} is not an agent of this copy of the library. Make it with new Agent({ … }).`,
      );
    }
    if (containsId(core, id)) {
      throw new InvalidAgentError(
        `agents.${key} is, or contains, an agent with the id "${id}" of the agent around it. An agent cannot be below itself; if it is another one, give it an id of its own.`,
      );
    }
    subAgents.set(`agent-${key}`, core);
  }
  return subAgents;
}

function containsId({ parts, subAgents }: AgentCore, id: string): boolean {
  return parts.options.id === id || [...subAgents.values()].some((core) => containsId(core, id));
}
