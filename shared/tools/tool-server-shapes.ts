import { z } from 'zod'
import { ErrorReport } from '../errors'

/** Letters, digits, dots, dashes and underscores, so that `@server/tool` can be written in a question. */
export const ToolServerName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u, 'A name has letters, digits, dots, dashes and underscores only.')

/** The same words in both languages. */
export const InBoth = z.object({ en: z.string(), zh: z.string() })
export type InBoth = z.infer<typeof InBoth>

const noLineEnd = /^[^\0\r\n]*$/u
const HeaderName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/u, 'This is no name of a header.')
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_().]{0,200}$/u, 'This is no name of a variable.')

/** A program that Cairn starts and speaks to over its standard input and output. */
const StdioServer = z.object({
  type: z.literal('stdio'),
  command: z.string().min(1).max(1000).regex(noLineEnd),
  args: z.array(z.string().max(4000)).max(100).default([]),
  /** Values may be secrets: they are in the file of the servers and nowhere else. */
  env: z.record(VariableName, z.string().max(10_000)).default({}),
  cwd: z.string().min(1).max(1000).optional(),
})

/** A server that already runs on this machine. */
const HttpServer = z.object({
  type: z.literal('http'),
  url: z.url().max(2000),
  /** Values may be secrets, as those of `env`. */
  headers: z.record(HeaderName, z.string().max(10_000).regex(noLineEnd)).default({}),
})

const common = { name: ToolServerName, enabled: z.boolean().default(true) }

/** A server of tools as people set it up. */
export const ToolServerConfig = z.discriminatedUnion('type', [StdioServer.extend(common), HttpServer.extend(common)])
export type ToolServerConfig = z.infer<typeof ToolServerConfig>

/** A server as it is shown: secrets by their names only. */
export const ToolServerState = z.object({
  name: ToolServerName,
  enabled: z.boolean(),
  type: z.enum(['stdio', 'http']),
  /** Its command line or address; what looks like a secret in it is hidden. */
  place: z.string(),
  /** Names of the variables or headers that were set for it. */
  secrets: z.array(z.string()),
  /** `waiting`: it ended, and is started again when the pause is over and it is wanted. */
  state: z.enum(['stopped', 'starting', 'running', 'waiting']),
  /** Of the process; null for a server that Cairn did not start. */
  pid: z.number().int().nullable(),
  /** How often it ended by itself since Cairn was started. */
  deaths: z.number().int(),
  last_error: ErrorReport.nullable(),
  /** Tools of its latest list; null before the first. */
  tools: z.number().int().nullable(),
  /** Tools of the list that Cairn does not offer, and why. */
  left_out: z.array(z.object({ name: z.string(), why: InBoth })),
  /** Further ones left out, without their names. */
  left_out_more: z.number().int(),
  /** Requests that the server made and Cairn refused: a model's text, the user's input, folders. */
  refused_requests: z.number().int(),
})
export type ToolServerState = z.infer<typeof ToolServerState>

/** `once` for this one call; `chat` in one chat; `never` refuses without asking. */
export const ConsentAnswer = z.enum(['once', 'chat', 'always', 'never'])
export type ConsentAnswer = z.infer<typeof ConsentAnswer>

/** Whether a tool may run: `ask` the user first, or again since it `changed`. */
export const ConsentNeed = z.enum(['granted', 'ask', 'changed', 'never'])
export type ConsentNeed = z.infer<typeof ConsentNeed>

/** What a server says of a tool, cleaned and limited in length. None of it is known to be true. */
export const ExternalToolInfo = z.object({
  server: ToolServerName,
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** How it is called in a question: `@server/tool`. */
  mention: z.string(),
  /** JSON Schema of its arguments. */
  arguments: z.record(z.string(), z.unknown()),
  /** What the server claims; null where it says nothing. */
  hints: z.object({
    read_only: z.boolean().nullable(),
    destructive: z.boolean().nullable(),
    open_world: z.boolean().nullable(),
  }),
  /** Of what was consented to: place of the server, description, arguments, hints. */
  fingerprint: z.string(),
})
export type ExternalToolInfo = z.infer<typeof ExternalToolInfo>

/** A consent that is kept; `once` is not. */
export const ConsentEntry = z.object({
  server: ToolServerName,
  tool: z.string().max(200),
  fingerprint: z.string().max(100),
  answer: ConsentAnswer.exclude(['once']),
  /** The chat of a `chat`; null otherwise. */
  session_id: z.string().max(200).nullable(),
  /** Milliseconds since the epoch. */
  at: z.number(),
})
export type ConsentEntry = z.infer<typeof ConsentEntry>

/** One line of the log of consents and runs. Arguments and results are not in it. */
export const ToolLogEntry = z.object({
  at: z.number(),
  act: z.enum(['consent', 'run']),
  server: ToolServerName,
  tool: z.string().max(200),
  session_id: z.string().max(200).nullable(),
  /** Of a consent: the answer, or `forgotten`. Of a run: how it ended. */
  outcome: z.enum([...ConsentAnswer.options, 'forgotten', 'done', 'failed', 'cancelled']),
  /** Of a failure. */
  code: z.string().max(50).nullable(),
  /** SHA-256 of the arguments, its first 16 hex digits: tells calls apart, not what they said. Null where there were none. */
  arguments_digest: z.string().max(64).nullable(),
  /** Of a run. */
  ms: z.number().nullable(),
})
export type ToolLogEntry = z.infer<typeof ToolLogEntry>
