import type { ApprovalQuestion, ApprovalRule, SourcedRule } from '../../call/call-runtime.ts';
import { asks } from '../../call/gate.ts';
import { isTool } from '../../tool/is-tool.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { RunOptions, ToolRecord } from '../agent-options.ts';

/** All tools of one run, and the rules that came along with some of them. */
export interface GatheredTools {
  readonly record: ToolRecord;
  readonly rules: readonly SourcedRule[];
}

const NO_RULES: readonly SourcedRule[] = [];

/**
 * Puts the tools of the agent, of its sub-agents and of the run together. A tool is the same wherever it comes from:
 * it goes through the same gate, and none takes another's place by its name.
 *
 * @throws InvalidAgentError (`INVALID_AGENT`) naming both origins of a name.
 */
export function gatherTools(
  own: ToolRecord,
  agentTools: ToolRecord,
  given: RunOptions,
): GatheredTools {
  const { toolsets, clientTools } = given;
  const alone = !toolsets && !clientTools && Object.keys(agentTools).length === 0;
  if (alone) return { record: own, rules: NO_RULES };
  const record: Record<string, ToolRecord[string]> = {};
  const origins = new Map<string, string>();
  const rules: SourcedRule[] = [];
  const add = (tools: ToolRecord, origin: string): void => {
    for (const [name, tool] of Object.entries(tools)) {
      const before = origins.get(name);
      if (before !== undefined) {
        throw new InvalidAgentError(
          `The tool name "${name}" is taken twice: by ${before} and by ${origin}. Rename one of them.`,
        );
      }
      origins.set(name, origin);
      record[name] = tool;
    }
  };
  add(own, "the agent's tools");
  add(agentTools, "the agent's sub-agents");
  for (const [key, { tools, requireApproval }] of Object.entries(toolsets ?? {})) {
    if (typeof tools !== 'object' || tools === null) {
      throw new InvalidAgentError(
        `The toolset "${key}" has no tools: write toolsets: { ${key}: { tools: { … } } }.`,
      );
    }
    add(tools, `the toolset "${key}"`);
    if (requireApproval !== undefined) {
      const rule = onlyFor(new Set(Object.keys(tools)), requireApproval);
      rules.push({ source: 'toolset', toolset: key, rule });
    }
  }
  add(withoutExecute(clientTools ?? {}), 'clientTools');
  return { record, rules };
}

/** A rule that concerns only the tools it came along with. */
function onlyFor(names: ReadonlySet<string>, rule: ApprovalRule): ApprovalRule {
  return (question: ApprovalQuestion) => {
    if (!names.has(question.toolName)) return false;
    return typeof rule === 'function' ? rule(question) : asks(rule, question.annotations);
  };
}

/** The client's tools are the client's to run, whatever code is at hand here. */
function withoutExecute(tools: NonNullable<RunOptions['clientTools']>): ToolRecord {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      if (!isTool(tool)) return [name, tool];
      const { execute: _, ...source } = tool.source;
      return [name, { ...tool, source }];
    }),
  );
}
