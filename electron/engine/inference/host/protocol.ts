import { z } from 'zod'
import { ErrorReport } from '@shared/errors'
import { ModelDetails, ModelKind } from '@shared/models/models'

/** The messages between the supervisor and the process that runs the models. Both sides parse every message. */

const key = z.string().min(1)
const count = z.number().int().nonnegative()

export const LoadOptions = z.object({
  gpu: z.enum(['auto', 'off']),
  threads: z.number().int().positive().nullable(),
  /** Tokens of context to make for a language model; it may be less where memory is short. */
  context_length: z.number().int().positive(),
})
export type LoadOptions = z.infer<typeof LoadOptions>

/** A model's files. `path`: the GGUF file, or the folder of an ONNX or static model. */
export const ModelFiles = z.object({
  kind: ModelKind,
  format: z.enum(['gguf', 'onnx', 'static']),
  path: z.string(),
})
export type ModelFiles = z.infer<typeof ModelFiles>

/** A question to the host. `key` is the model's id, chosen by the caller at `load`. */
export const HostRequest = z.discriminatedUnion('type', [
  /** Reads what the files say of the model without loading it: answers `ModelDetails`. */
  z.object({ type: z.literal('inspect'), files: ModelFiles }),
  /** Loads once; answers `Loaded` at once where it is loaded already. Streams `progress`. */
  z.object({ type: z.literal('load'), key, files: ModelFiles, options: LoadOptions }),
  z.object({ type: z.literal('unload'), key }),
  /** Streams `token` and `thought`, answers `Generated`. */
  z.object({
    type: z.literal('generate'),
    key,
    system: z.string(),
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })).min(1),
    temperature: z.number().nonnegative(),
    seed: z.number().int().nonnegative(),
    max_tokens: z.number().int().positive(),
    schema: z.record(z.string(), z.unknown()).nullable(),
  }),
  /** Answers `number[]`: the tokens of each text. */
  z.object({ type: z.literal('count'), key, texts: z.array(z.string()) }),
  /** Answers `Embedded`. */
  z.object({ type: z.literal('embed'), key, texts: z.array(z.string()), role: z.enum(['query', 'passage']) }),
  /** Answers `number[]`: 0 to 1 for each passage. */
  z.object({ type: z.literal('rerank'), key, question: z.string(), passages: z.array(z.string()) }),
  /** Answers `FoundSpans`: the best span of each passage. */
  z.object({ type: z.literal('read'), key, question: z.string(), passages: z.array(z.string()) }),
])
export type HostRequest = z.infer<typeof HostRequest>

export const Loaded = z.object({
  details: ModelDetails,
  /** The device in words: `cpu`, or `vulkan, 24 of 28 layers`. */
  device: z.string(),
  gpus: z.array(z.string()),
})
export type Loaded = z.infer<typeof Loaded>

export const Generated = z.object({
  reason: z.enum(['stop', 'length']),
  prompt_tokens: count,
  completion_tokens: count,
  reused_tokens: count,
})
export type Generated = z.infer<typeof Generated>

/** Row after row of unit vectors. */
export const Embedded = z.object({ dimensions: z.number().int().positive(), vectors: z.instanceof(Float32Array) })
export type Embedded = z.infer<typeof Embedded>

/** See `AnswerSpan`; null for a passage that has none. */
export const FoundSpans = z.array(
  z.object({ start: count, end: count, score: z.number(), none: z.number() }).nullable(),
)

/** To the host. `credit` lets a stream send that many more chunks: a slow reader slows its own stream. */
export const ToHost = z.discriminatedUnion('type', [
  z.object({ type: z.literal('request'), id: count, request: HostRequest }),
  z.object({ type: z.literal('cancel'), id: count }),
  z.object({ type: z.literal('credit'), id: count, chunks: z.number().int().positive() }),
  z.object({ type: z.literal('ping'), at: z.number() }),
  z.object({ type: z.literal('close') }),
])
export type ToHost = z.infer<typeof ToHost>

/** From the host. Every request is answered by exactly one `done` or `failed`, a cancelled one by `failed` CANCELLED. */
export const FromHost = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('done'), id: count, value: z.unknown() }),
  z.object({ type: z.literal('failed'), id: count, report: ErrorReport }),
  z.object({ type: z.literal('progress'), id: count, share: z.number().min(0).max(1) }),
  /** Text generated since the chunk before; `thought` is what a reasoning model says to itself. */
  z.object({ type: z.literal('chunk'), id: count, kind: z.enum(['token', 'thought']), text: z.string() }),
  z.object({ type: z.literal('pong'), at: z.number(), memory_bytes: count }),
])
export type FromHost = z.infer<typeof FromHost>

/** Chunks a stream may be ahead of its reader. */
export const initialCredit = 64
