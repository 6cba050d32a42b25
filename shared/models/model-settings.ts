import { z } from 'zod'
import { LanguageTask, ModelId } from './models'

/** How one task is done. */
export const TaskChoice = z.object({
  /** A model, `rules` for none, or null for what is chosen for all tasks. */
  model: z
    .union([ModelId, z.literal('rules')])
    .nullable()
    .default(null),
  /** Milliseconds it may take: to the first token for an answer, as a whole for everything else; null for the default. */
  deadline_ms: z.number().int().min(50).max(600_000).nullable().default(null),
})
export type TaskChoice = z.infer<typeof TaskChoice>

/** The user's choice of models. Cairn works without any. */
export const ModelSettings = z.object({
  /** For every language task; null for none: then rules do it. */
  language: ModelId.nullable().default(null),
  /** Asked where the first one cannot. */
  fallback: ModelId.nullable().default(null),
  /** Null for the built-in embedder. */
  embedder: ModelId.nullable().default(null),
  reranker: ModelId.nullable().default(null),
  /** Finds short answers in passages; null for the built-in rules. */
  reader: ModelId.nullable().default(null),
  /** `judge` is done by nobody unless a model is named, or the one for all tasks is large and fast. */
  tasks: z.partialRecord(LanguageTask, TaskChoice).default({}),
  /** How long a model that kept failing is left alone, in milliseconds. */
  cool_down_ms: z.number().int().min(1000).max(86_400_000).default(300_000),
  /** After this long without work a model is unloaded, in milliseconds; null for never. */
  idle_unload_ms: z.number().int().min(1000).nullable().default(900_000),
  gpu: z.enum(['auto', 'off']).default('auto'),
  /** Threads for a model; null lets the machine decide. */
  threads: z.number().int().min(1).max(256).nullable().default(null),
  /** More than this, in bytes, and the process is ended; null for nine tenths of the machine's memory. */
  memory_limit_bytes: z.number().int().min(1).nullable().default(null),
  /** Addresses of OpenAI-compatible servers beside the well-known ones. */
  servers: z.array(z.url()).max(20).default([]),
  /** Base address that stands in for https://huggingface.co; null for that itself. */
  mirror: z.url().nullable().default(null),
  /** Hosts beside this machine that may be reached when a person asks for it; `.example.org` stands for all below it. */
  allowed_hosts: z.array(z.string().min(1).max(253)).max(100).default([]),
})
export type ModelSettings = z.infer<typeof ModelSettings>

/**
 * Milliseconds a task has where nothing else was set. An answer's are to its first token, its loading aside; reading a
 * question has up to `maxUnderstandingMs` with a model that is known to be slow.
 */
export const defaultDeadlines: Readonly<Record<LanguageTask, number>> = {
  understand: 5000,
  clarify: 5000,
  answer: 60_000,
  summary: 60_000,
  title: 30_000,
  judge: 60_000,
  extraction: 120_000,
}

/** Milliseconds that a slow model may take to read a question (specification §1). */
export const maxUnderstandingMs = 8000
