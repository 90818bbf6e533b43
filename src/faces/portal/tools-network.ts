import { z } from 'zod';
import { networkRequest } from '#operations/network-request.ts';
import { networkRequests } from '#operations/network-requests.ts';
import { type PortalTool, tool } from './tool.ts';

/** What pages ask of servers. */
export const NETWORK_TOOLS: readonly PortalTool[] = [
  tool({
    name: 'browser_network',
    title: 'List requests',
    description: 'The requests of the current tab: id, method, address, status, type, time; the newest last.',
    schema: z.strictObject({
      filter: z.string().min(1).max(200).optional().describe('Part of method, type or address'),
      status: z.string().optional().describe('Such as 404, 4xx, failed or open'),
      limit: z.int().min(1).max(300).optional().describe('So many of the newest; 50 when absent'),
    }),
    effect: 'reads',
    ask: ({ filter, status, limit }) => ({ operation: networkRequests, input: { filter, status, limit } }),
  }),
  tool({
    name: 'browser_network_request',
    title: 'Look into a request',
    description:
      'Headers or bodies of one request. Authorization, cookies and secret fields are never shown.',
    schema: z.strictObject({
      id: z.string().min(1).max(20).describe('From browser_network, such as n12'),
      part: z.enum(['headers', 'body']).optional().describe('headers when absent'),
    }),
    effect: 'reads',
    ask: ({ id, part }) => ({ operation: networkRequest, input: { id, part } }),
  }),
];
