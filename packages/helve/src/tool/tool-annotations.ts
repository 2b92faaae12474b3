/**
 * Hints about what a tool does to the world, as the Model Context Protocol defines them.
 * An absent hint counts as its cautious default.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools
 *
 * @example
 * const annotations: ToolAnnotations = { title: 'Look up an order', readOnlyHint: true };
 */
export interface ToolAnnotations {
  /** A name for people. */
  readonly title?: string;
  /** The tool only reads. Default `false`. */
  readonly readOnlyHint?: boolean;
  /** The tool may destroy or overwrite something. Default `true`. */
  readonly destructiveHint?: boolean;
  /** Calling it again with the same arguments changes nothing more. Default `false`. */
  readonly idempotentHint?: boolean;
  /** It reaches beyond a closed domain, such as the web. Default `true`. */
  readonly openWorldHint?: boolean;
}

/**
 * A picture that stands for a tool.
 *
 * @example
 * const icon: ToolIcon = { src: 'https://example.com/orders.svg', mimeType: 'image/svg+xml' };
 */
export interface ToolIcon {
  /** An `https:` address, or a `data:` URI. */
  readonly src: string;
  readonly mimeType?: string;
  /** `48x48`, or `any` for a vector. */
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

/**
 * What a tool tells MCP clients beyond its name and schemas.
 *
 * @example
 * const mcp: ToolMcpProperties = { annotations: { readOnlyHint: true }, _meta: { team: 'orders' } };
 */
export interface ToolMcpProperties {
  readonly toolType?: 'agent' | 'workflow';
  readonly annotations?: ToolAnnotations;
  /**
   * Whether the annotations are believed. `false`: they come from a source that nobody vouches for,
   * such as an MCP server of somebody else's. They are still shown and passed on, and count as not
   * read-only, destructive, not idempotent and open. Default `true`.
   */
  readonly trusted?: boolean;
  /**
   * Whether MCP clients may have the output itself, as structured content, beside what
   * `toModelOutput` makes of it. Default: only where there is no `toModelOutput`, which may be there
   * to hide something.
   */
  readonly structuredOutput?: boolean;
  readonly icons?: readonly ToolIcon[];
  /** Passed through to MCP clients as it is. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}
