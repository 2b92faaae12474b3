import { loadTelemetryApi } from '../../call/load-telemetry-api.ts';
import { isObserved } from '../../call/telemetry.ts';
import type { ModelAdapter } from '../../model/language-model.ts';
import { loadOnce } from '../../schema/load-once.ts';
import type { ChatSpan } from './trace-chat.ts';

const NO_SPAN: ChatSpan = { observe: () => undefined, end: () => undefined };

const spans = loadOnce(async () => {
  const [otel, { openChatSpan }] = await Promise.all([
    loadTelemetryApi(),
    import('./trace-chat.ts'),
  ]);
  return (adapter: ModelAdapter) => (otel ? openChatSpan(otel, adapter) : NO_SPAN);
});

/** Measures a request where somebody observes: what that takes is loaded then. */
export function startChatSpan(adapter: ModelAdapter): ChatSpan | Promise<ChatSpan> {
  return isObserved() ? loadChatSpan(adapter) : NO_SPAN;
}

async function loadChatSpan(adapter: ModelAdapter): Promise<ChatSpan> {
  try {
    const openSpan = await spans();
    return openSpan(adapter);
  } catch {
    // Broken telemetry must not break the run.
    return NO_SPAN;
  }
}
