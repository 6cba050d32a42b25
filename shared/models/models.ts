import { z } from 'zod'
import { ErrorReport } from '../errors'
import { StarterSet } from './starter-set'

/** The purpose of a model. */
export const ModelKind = z.enum(['language', 'embedder', 'reranker', 'reader'])
export type ModelKind = z.infer<typeof ModelKind>

export const ModelFormat = z.enum(['gguf', 'onnx', 'static'])
export type ModelFormat = z.infer<typeof ModelFormat>

/** The tasks of a language model in a turn and around it. */
export const languageTasks = ['understand', 'clarify', 'answer', 'summary', 'title', 'judge', 'extraction'] as const
export const LanguageTask = z.enum(languageTasks)
export type LanguageTask = z.infer<typeof LanguageTask>

/** `gguf:<name>`, `onnx:<name>`, `static:<name>` or `server:<host:port>/<model>`. */
export const ModelId = z.string().min(1).max(300)
export type ModelId = z.infer<typeof ModelId>

/** The facts in a model's own files; null where they lack a fact. Sizes in bytes, lengths in tokens. */
export const ModelDetails = z.object({
  architecture: z.string().nullable(),
  /** Number of weights. */
  parameters: z.number().nonnegative().nullable(),
  /** As `Q4_K_M`, `int8`, `float32`. */
  quantization: z.string().nullable(),
  /** Longest input (with the output, for a language model). */
  context_length: z.number().int().positive().nullable(),
  /** Dimensions of an embedder's vectors. */
  dimensions: z.number().int().positive().nullable(),
  /** Whether the file says how a conversation is written; without it a plain form is used. */
  has_chat_template: z.boolean(),
  /** Main memory (or the accelerator's) it takes when loaded with the context Cairn uses. */
  memory_bytes: z.number().nonnegative(),
})
export type ModelDetails = z.infer<typeof ModelDetails>

/** A key that a server wants: one word of printable ASCII, as HTTP headers take it. */
export const ServerKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,2000}$/u)

/** A model in the models folder. */
export const InstalledModel = z.object({
  id: ModelId,
  kind: ModelKind,
  format: ModelFormat,
  name: z.string(),
  /** On disk, all its files. */
  bytes: z.number().nonnegative(),
  /** Milliseconds since the epoch. */
  added_at: z.number(),
  /** The catalogue's entry it came from. */
  entry_id: z.string().nullable(),
  licence: z.string().nullable(),
  details: ModelDetails,
  /** Why it cannot be used; null where it can. */
  problem: ErrorReport.nullable(),
  /** Tells its content from another's that had the same id; empty where its files could not be read. */
  stamp: z.string().default(''),
})
export type InstalledModel = z.infer<typeof InstalledModel>

/** A file's name inside its model's folder: relative, with `/`, at most two folders deep, and never out of it. */
export const ModelPath = z
  .string()
  .max(300)
  .refine((path) => {
    const parts = path.split('/')
    // A colon is a drive's, or a hidden stream's of a file on Windows.
    return parts.length <= 3 && parts.every((part) => part !== '' && !/^\.{1,2}$|[\\:\p{Cc}]/u.test(part))
  }, 'This is no name inside a model’s folder.')
export type ModelPath = z.infer<typeof ModelPath>

export const CatalogueFile = z.object({
  path: ModelPath,
  url: z.url(),
  /** About; the server's own figure decides. */
  bytes: z.number().int().positive(),
  /** Hex; null where it is not known, and then nothing is claimed. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
})
export type CatalogueFile = z.infer<typeof CatalogueFile>

/** A model that can be downloaded: one entry of `models/manifest.json`. */
export const CatalogueEntry = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  name: z.string(),
  kind: ModelKind,
  format: ModelFormat,
  publisher: z.string(),
  /** SPDX id, or the licence's own name. */
  licence: z.string(),
  /** Terms that limit its use, in a few words; empty for none. */
  licence_note: z.string(),
  /** BCP 47 codes it is good at; `mul` for many. */
  languages: z.array(z.string()).min(1),
  bytes: z.number().int().positive(),
  memory_bytes: z.number().int().positive(),
  context_length: z.number().int().positive().nullable(),
  dimensions: z.number().int().positive().nullable(),
  /** The web page about the model. */
  page: z.url(),
  /** A sentence about the model in each language. */
  about: z.object({ en: z.string(), zh: z.string() }),
  files: z.array(CatalogueFile).min(1),
})
export type CatalogueEntry = z.infer<typeof CatalogueEntry>

export const Manifest = z.object({
  version: z.literal(1),
  /** When what is said here was looked up, as YYYY-MM-DD. */
  checked_on: z.string(),
  entries: z.array(CatalogueEntry),
})
export type Manifest = z.infer<typeof Manifest>

export const Download = z.object({
  id: z.string(),
  entry_id: z.string(),
  state: z.enum(['running', 'paused', 'verifying', 'done', 'failed']),
  done: z.number().nonnegative(),
  /** Bytes; the catalogue's figure until the server has named its own. */
  total: z.number().nonnegative(),
  bytes_per_second: z.number().nonnegative(),
  /** For the state `done`: whether every file's checksum was known and agreed. */
  verified: z.boolean(),
  error: ErrorReport.nullable(),
})
export type Download = z.infer<typeof Download>

/** Fits the machine: easily, only just (other programs will be short of memory), or not at all. */
export const Fit = z.enum(['good', 'tight', 'too_big'])
export type Fit = z.infer<typeof Fit>

export const BreakerState = z.enum(['closed', 'open', 'half_open'])
export type BreakerState = z.infer<typeof BreakerState>

/** How a model is doing in this run of Cairn. */
export const ModelRuntime = z.object({
  id: ModelId,
  state: z.enum(['unloaded', 'loading', 'ready', 'busy', 'failed']),
  /** 0 to 1 while loading. */
  progress: z.number().min(0).max(1),
  /** Memory of the model's process, which other models may share; null where unknown. */
  memory_bytes: z.number().nonnegative().nullable(),
  /** The device that computes: `cpu`, or `vulkan (24 of 28 layers)`; empty until loaded. */
  device: z.string(),
  /** The speed of the last answer, in a language model's tokens or an embedder's texts; null before the first. */
  per_second: z.number().nonnegative().nullable(),
  /** Milliseconds from asking to its first token, last time. */
  first_token_ms: z.number().nonnegative().nullable(),
  breaker: BreakerState,
  /** When an open breaker lets the next try through; milliseconds since the epoch. */
  retry_at: z.number().nullable(),
  /** Calls in the breaker's window, and how many of them failed. */
  calls: z.number().int().nonnegative(),
  failures: z.number().int().nonnegative(),
  last_error: ErrorReport.nullable(),
})
export type ModelRuntime = z.infer<typeof ModelRuntime>

/** Tokens of a context whose size nobody says: what servers give a model by default. */
export const assumedContext = 4096

/** A model of a server. */
export const ServedModel = z.object({
  id: ModelId,
  name: z.string(),
  kind: z.enum(['language', 'embedder']),
  /** Tokens the server gives it as it runs, prompt and answer together; null where the server does not say. */
  context_length: z.number().int().positive().nullable(),
})
export type ServedModel = z.infer<typeof ServedModel>

/** An OpenAI-compatible server, on this machine or where the user allowed its host. */
export const LoopbackServer = z.object({
  /** An address like `http://127.0.0.1:11434/v1`. */
  url: z.string(),
  name: z.string(),
  reachable: z.boolean(),
  /** A key is kept for it. The key itself is never told. */
  has_key: z.boolean(),
  /** It answers, but tells nothing without a key, or not with the one it was sent. */
  needs_key: z.boolean(),
  models: z.array(ServedModel),
})
export type LoopbackServer = z.infer<typeof LoopbackServer>

/** The search index's vectors: which embedder made them, and how far the next one's are. */
export const EmbeddingState = z.object({
  /** The embedder whose vectors are searched now. */
  current: z.string(),
  dimensions: z.number().int().positive(),
  /** False where that embedder cannot run: then only words are searched until others are made. */
  usable: z.boolean(),
  next: z
    .object({
      id: z.string(),
      state: z.enum(['running', 'paused', 'failed']),
      /** Chunks. */
      done: z.number().int().nonnegative(),
      total: z.number().int().nonnegative(),
      error: ErrorReport.nullable(),
    })
    .nullable(),
})
export type EmbeddingState = z.infer<typeof EmbeddingState>

/** A process that runs models: there is one for language and one for vectors. */
export const HostState = z.object({
  role: z.enum(['language', 'vectors']),
  state: z.enum(['stopped', 'starting', 'running', 'waiting']),
  /** Times it ended by itself since Cairn started. */
  deaths: z.number().int().nonnegative(),
  memory_bytes: z.number().nonnegative().nullable(),
  last_error: ErrorReport.nullable(),
})
export type HostState = z.infer<typeof HostState>

export const Machine = z.object({
  cpu: z.string(),
  cores: z.number().int().positive(),
  memory_bytes: z.number().positive(),
  free_bytes: z.number().nonnegative(),
  /** Free bytes on the disk that holds the models; null where unknown. */
  disk_free_bytes: z.number().nonnegative().nullable(),
  /** Accelerators llama.cpp can use, as found when it was last loaded. */
  gpus: z.array(z.string()),
})
export type Machine = z.infer<typeof Machine>

/** A catalogue entry beside what this machine makes of it. */
export const CatalogueItem = z.object({
  entry: CatalogueEntry,
  fit: Fit,
  installed: z.boolean(),
  /** The hosts that its download may reach, mirror and redirects included; `.example.org` stands for all below it. */
  hosts: z.array(z.string()).default([]),
})
export type CatalogueItem = z.infer<typeof CatalogueItem>

/** The content of the Models view, without the catalogue. */
export const ModelsState = z.object({
  folder: z.string(),
  /** Why the models folder cannot be used, or not be changed; null or absent where all is well. */
  problem: ErrorReport.nullable().optional(),
  installed: z.array(InstalledModel),
  downloads: z.array(Download),
  servers: z.array(LoopbackServer),
  runtime: z.array(ModelRuntime),
  embedding: EmbeddingState,
  hosts: z.array(HostState),
  machine: Machine,
  /** Absent where this engine recommends none. */
  starter: StarterSet.optional(),
})
export type ModelsState = z.infer<typeof ModelsState>

/** An attempt to reach another machine, or a server on this machine; kept in the network log. */
export const NetworkAttempt = z.object({
  at: z.number(),
  host: z.string(),
  /** The purpose in a few words. */
  purpose: z.string(),
  outcome: z.enum(['allowed', 'denied', 'failed']),
  /** What let it through: it stays on this machine, a host allowed for good, or somebody's word for this once. */
  by: z.enum(['loopback', 'rule', 'once']).nullable().default(null),
})
export type NetworkAttempt = z.infer<typeof NetworkAttempt>
