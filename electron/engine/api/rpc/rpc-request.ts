import { z } from 'zod'

const requestId = z.string().max(100)
// Headers of a body make oRPC read one; the contract's inputs are plain JSON and have none.
const Headers = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .refine((headers) => !Object.keys(headers).some((name) => name.startsWith('content-')))

/** A client's message: a call, an event of a stream, an abort. */
const Envelope = z.union([
  z.object({
    i: requestId,
    t: z.literal(1).optional(),
    p: z.object({ u: z.string().regex(/^\/[\w./-]*$/u), m: z.string().optional(), h: Headers.optional() }),
  }),
  z.object({ i: requestId, t: z.literal(3), p: z.object({ e: z.enum(['message', 'error', 'done']) }) }),
  z.object({ i: requestId, t: z.literal(4) }),
])

/**
 * Whether what came over a port or socket is a request of oRPC's peer protocol (1.16). Asked before its handler sees
 * it, because that throws at anything else where nobody can catch it, which would end the process.
 */
export function isRpcRequest(data: unknown): data is string {
  if (typeof data !== 'string') return false
  try {
    return Envelope.safeParse(JSON.parse(data)).success
  } catch {
    return false
  }
}
