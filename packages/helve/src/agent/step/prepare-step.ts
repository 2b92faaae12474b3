import { loadPartialInput } from '../../call/call-hooks.ts';
import type { StepSettings } from '../agent-options.ts';
import { askHost } from '../run/ask-host.ts';
import type { Run } from '../run/run.ts';

/** Asks the agent and the run what the next step is to do differently; the run has the last word. */
export function prepareStep(run: Run): StepSettings | Promise<StepSettings> {
  return run.config.prepareStep.length === 0 ? NO_SETTINGS : askForSettings(run);
}

const NO_SETTINGS: StepSettings = {};

async function askForSettings(run: Run): Promise<StepSettings> {
  const { prepareStep: preparations, requestContext } = run.config;
  let settings: StepSettings = {};
  for (const prepare of preparations) {
    const { record, steps, history } = run;
    const outlook = {
      stepNumber: record.stepCount,
      steps,
      messages: history.slice(),
      requestContext,
    };
    const own = await askHost(() => prepare(outlook), run.config.abortSignal);
    settings = { ...settings, ...own };
  }
  return settings;
}

/** Partial inputs need a parser; it is loaded before the first tool that may look at one. */
export function prepareHooks(run: Run): Promise<void> | undefined {
  for (const tool of run.config.toolset.tools.values()) {
    if (tool.onInputDelta) return loadPartialInput();
  }
  return undefined;
}
