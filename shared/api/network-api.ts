import { z } from 'zod'
import { NetworkAttempt } from '../models/models'
import { procedure } from './graph-api'

/** What is looked for in the log of the network. */
const AttemptQuery = z.object({
  /** Words that the host or the purpose has, all of them, in any case. */
  text: z.string().max(200).optional(),
  outcome: NetworkAttempt.shape.outcome.optional(),
  /** Leaves out what went to this machine. */
  beyond: z.boolean().default(false),
  limit: z.number().int().min(1).max(5000).default(200),
})
export type AttemptQuery = z.infer<typeof AttemptQuery>

/** The newest attempts that fit, newest first, how many fit in all, and how many lines of the log are damaged and therefore not among them. */
const FoundAttempts = z.object({
  attempts: z.array(NetworkAttempt),
  total: z.number().int(),
  damaged: z.number().int(),
})
export type FoundAttempts = z.infer<typeof FoundAttempts>

/** A host that is allowed for good. Times in milliseconds since the epoch. */
export const NetworkRule = z.object({
  /** `.example.org` stands for all below it. */
  host: z.string(),
  /** Null where it was allowed before Cairn noted such things. */
  allowed_at: z.number().nullable(),
  /** The purpose of what was denied before it was allowed, or else of its first use. */
  reason: z.string().nullable(),
  last_used: z.number().nullable(),
  /** Requests that it let through. */
  uses: z.number().int().nonnegative(),
})
export type NetworkRule = z.infer<typeof NetworkRule>

/** The calls a shell may make about the network. The switch "offline, whatever happens" is the setting `network.offline`. */
export const networkContract = {
  /** Every attempt that is kept: files of about 5 MB in all, the oldest go. */
  log: procedure.input(AttemptQuery).output(FoundAttempts),
  rules: procedure.output(z.array(NetworkRule)),
  /** Allows a host for good. INVALID_INPUT for what names none. */
  allow: procedure.input(z.object({ host: z.string().min(1).max(253) })).output(z.array(NetworkRule)),
  /** Takes a host's permission back. NOT_FOUND where it has none. */
  forget: procedure.input(z.object({ host: z.string().min(1).max(253) })).output(z.array(NetworkRule)),
}
