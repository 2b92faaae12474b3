/** Loads `@opentelemetry/api`. An application need not have it; bundlers see by the `try` that it may be missing. */
export async function loadTelemetryApi(): Promise<typeof import('@opentelemetry/api') | undefined> {
  try {
    return await import('@opentelemetry/api');
  } catch {
    return undefined;
  }
}
