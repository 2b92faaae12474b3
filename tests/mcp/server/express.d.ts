// What tests use of Express, which brings no types of its own.
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Handler = (request: IncomingMessage, response: ServerResponse, next?: unknown) => unknown;

  interface Application {
    (request: IncomingMessage, response: ServerResponse): void;
    use(handler: Handler): Application;
    all(path: string, handler: Handler): Application;
  }

  const express: { (): Application; json(): Handler };

  // biome-ignore lint/style/noDefaultExport: that is how Express is imported
  export default express;
}
