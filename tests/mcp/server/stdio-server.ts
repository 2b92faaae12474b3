import { createMcpServer } from '@helve/mcp/server';
import { shop } from './shop.ts';

// started by tests as a process of its own
const server = createMcpServer({ name: 'shop', version: '1.0.0', tools: shop });
await server.stdio();
