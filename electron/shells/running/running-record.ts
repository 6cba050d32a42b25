import { z } from 'zod'
import { StoreRecord } from '@shells/store-record'

/**
 * The process that has a store open, as others of the same user find it. An `app` is what a person looks at; a `guest` serves
 * other programs only, and gives the store up for an app.
 */
const Running = z.object({
  kind: z.enum(['app', 'guest']),
  /** Of 127.0.0.1. */
  port: z.number().int().min(1).max(65_535),
  pid: z.number().int(),
  /** Good for every call of the contract. */
  secret: z.string().regex(/^[\w-]{43}$/u),
})
export type Running = z.infer<typeof Running>

export const runningRecord = new StoreRecord('running.json', Running)
