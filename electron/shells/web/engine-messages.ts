import { ErrorReport } from '@shared/errors'
import { z } from 'zod'

/** The options of the engine's process for serving a store. */
export const EngineStart = z.object({
  type: z.literal('start'),
  /** Absolute paths. */
  folder: z.string(),
  /** Address of the library that the store shares, where it does. */
  library: z.string().optional(),
  resources: z.string(),
  rendererFolder: z.string(),
  /** 0 for a free one; after a restart the one that open tabs know. */
  port: z.number().int(),
  cookieSecret: z.string(),
  linkSecret: z.string(),
  /** Of an encrypted store. */
  passphrase: z.string().optional(),
})
export type EngineStart = z.infer<typeof EngineStart>

/** From the supervisor to the engine's process. */
export const ToEngine = z.discriminatedUnion('type', [
  EngineStart,
  z.object({ type: z.literal('issued'), id: z.number().int(), token: z.string() }),
  z.object({ type: z.literal('redeemed'), id: z.number().int(), good: z.boolean() }),
  /** Finish the writes under way, then end. */
  z.object({ type: z.literal('close') }),
])
export type ToEngine = z.infer<typeof ToEngine>

/** From the engine's process to its supervisor, which keeps the links so that they outlive the engine. */
export const FromEngine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), port: z.number().int() }),
  /** What opens the store from now on: for the next start. */
  z.object({ type: z.literal('passphrase'), passphrase: z.string() }),
  z.object({ type: z.literal('failed'), report: ErrorReport }),
  z.object({ type: z.literal('issue'), id: z.number().int() }),
  z.object({ type: z.literal('redeem'), id: z.number().int(), token: z.string() }),
])
export type FromEngine = z.infer<typeof FromEngine>
