import type { QuoteTool } from './quote-tools.ts';

/** The two eras of the protocol: self-contained requests, and what begins with `initialize`. */
export type Era = '2026-07-28' | '2025-11-25';

/** How a server is reached. */
export type Transport = 'stdio' | 'http';

/** What is to be served, and where. */
export interface ServerPlace {
  readonly transport: Transport;
  readonly era: Era;
  readonly tools: readonly QuoteTool[];
  /** A port of 127.0.0.1 that is free; the path is `/mcp`. Nothing on stdio. */
  readonly port: number;
}

/** A contender, and what its file is called. */
export interface NamedServer extends ServerContender {
  readonly name: string;
}

/** A library that serves tools to MCP clients, as its documentation shows it. */
export interface ServerContender {
  /** What it does in a call, and what it does not, in a sentence. */
  readonly does: string;
  /** Why it has no figure in an era. */
  readonly cannot: Readonly<Partial<Record<Era, string>>>;
  /** Whether it refuses arguments that do not fit. */
  readonly validates: boolean;
  /** Serves; called once in a process of its own, and loads the library only then. */
  serve(place: ServerPlace): Promise<void>;
}
