import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { assumedContext, type ServedModel } from '@shared/models/models'
import { cancelled } from '@engine/platform/deadline'
import { jsonIfValid } from '@engine/platform/stored-text'
import { inTime, type Clock } from '../routing/first-token-probe'
import { Refusal, type ServerGate } from './loopback-request'

/** A server that is asked about its models. */
export interface ServerQuery {
  readonly url: string
  readonly gate: ServerGate
  readonly clock: Clock
  /** Milliseconds for each request. */
  readonly limitMs: number
  readonly signal: AbortSignal
}

/** A model as `GET /v1/models` has it: vLLM says there how long its context is, llama-server how long it could be. */
const Tokens = z.number().int().positive().nullish().catch(null)
const ListedModel = z.object({
  id: z.string().min(1).max(200),
  max_model_len: Tokens,
  context_length: Tokens,
  meta: z.object({ n_ctx: Tokens, n_ctx_train: Tokens }).nullish().catch(null),
})
export type ListedModel = z.infer<typeof ListedModel>
const ModelList = z.object({ data: z.array(ListedModel).max(1000) })

/** LM Studio, `GET /api/v0/models`. */
const StudioModels = z.object({
  data: z.array(
    z.object({ id: z.string(), type: z.string().nullish(), max_context_length: Tokens, loaded_context_length: Tokens }),
  ),
})
/** Ollama, `GET /api/ps`: models that are loaded. */
const LoadedModels = z.object({ models: z.array(z.object({ model: z.string(), context_length: Tokens })) })
/** Ollama, `POST /api/show`. `parameters` are lines like `num_ctx 8192`. */
const ShownModel = z.object({
  parameters: z.string().nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  capabilities: z.array(z.string()).nullish(),
})
/** llama-server, `GET /props`; the length is that of one conversation, and missing where it runs several models. */
const ServerProps = z.object({ default_generation_settings: z.object({ n_ctx: Tokens }).nullish().catch(null) })

/** Servers list these beside language models, without saying which is which. */
const reranks = /rerank/iu
const embeds = /embed|minilm|(?:^|[/_-])(?:bge|e5|gte)-/iu
/** Milliseconds a model has to be loaded. */
const loadMs = 180_000
/** Of a server with more models, the first so many are offered. */
const maxModels = 200

/** The models a server lists; null where no model server answers. Throws CairnError CANCELLED. */
export async function listModels(query: ServerQuery): Promise<readonly ListedModel[] | 'needs key' | null> {
  const answer = await ask(query, '/models', {})
  if (answer === null) return null
  // Whatever else keeps a page to itself does not say so in this form.
  const isRefusal = answer.status === 401 || answer.status === 403
  if (isRefusal) return Refusal.safeParse(answer.value).success ? 'needs key' : null
  return ModelList.safeParse(answer.value).data?.data ?? null
}

/** What a server says of models that it lists, without its rerankers. Throws CairnError CANCELLED. */
export async function readServedModels(
  listed: readonly ListedModel[],
  query: ServerQuery,
): Promise<Omit<ServedModel, 'id'>[]> {
  if (listed.length === 0) return []
  const native = { ...query, url: query.url.replace(/\/v1$/u, '') }
  const [studio, loaded, props] = await Promise.all([
    read(native, '/api/v0/models', StudioModels),
    read(native, '/api/ps', LoadedModels),
    read(native, '/props', ServerProps),
  ])
  const models = await Promise.all(
    listed.slice(0, maxModels).map(async (model) => {
      const shown = loaded && (await read(native, '/api/show', ShownModel, { model: model.id }))
      const alone = listed.length === 1 ? props : props && (await read(native, propsOf(model.id), ServerProps))
      const own = studio?.data.find(({ id }) => id === model.id)
      const running = loaded?.models.find((one) => one.model === model.id)?.context_length
      return {
        name: model.id,
        kind: kindOf(model.id, shown?.capabilities ?? null, own?.type ?? null),
        context_length: contextOf(
          [running, own?.loaded_context_length, alone?.default_generation_settings?.n_ctx]
            .concat(model.max_model_len, model.meta?.n_ctx, model.context_length)
            .concat(parameterOf(shown?.parameters ?? '')),
          [trainedContext(shown?.model_info ?? {}), own?.max_context_length, model.meta?.n_ctx_train],
        ),
      }
    }),
  )
  return models.flatMap(({ kind, ...model }) => (kind === null ? [] : { ...model, kind }))
}

/** Without loading the model for that. */
function propsOf(model: string): string {
  return `/props?model=${encodeURIComponent(model)}&autoload=false`
}

/** Has Ollama load a model, as its first chat would: only then it says how long the context is. False for other servers. */
export async function loadInOllama(model: string, query: ServerQuery): Promise<boolean> {
  const native = { ...query, url: query.url.replace(/\/v1$/u, '') }
  const loaded = await read(native, '/api/ps', LoadedModels)
  if (!loaded || loaded.models.some((one) => one.model === model)) return false
  const body = { model, stream: false }
  return (await ask({ ...native, limitMs: loadMs }, '/api/generate', { body }))?.status === 200
}

function kindOf(name: string, capabilities: readonly string[] | null, type: string | null): ServedModel['kind'] | null {
  if (reranks.test(name)) return null
  if (type !== null) return type === 'embeddings' ? 'embedder' : 'language'
  if (capabilities) return capabilities.includes('embedding') ? 'embedder' : 'language'
  return embeds.test(name) ? 'embedder' : 'language'
}

type Length = number | null | undefined

/**
 * The length a model runs with: the first that is said, and never more than the model's own. Where only that is known, the
 * server runs it with its default or less.
 */
function contextOf(running: readonly Length[], most: readonly Length[]): number | null {
  const said = running.find((length) => length != null) ?? null
  const limit = most.find((length) => length != null) ?? Infinity
  if (said !== null) return Math.min(said, limit)
  return limit < assumedContext ? limit : null
}

function parameterOf(parameters: string): number | null {
  const value = /^num_ctx\s+(\d+)\s*$/mu.exec(parameters)?.[1]
  return value === undefined ? null : (Tokens.parse(Number(value)) ?? null)
}

function trainedContext(info: Readonly<Record<string, unknown>>): number | null {
  return Tokens.parse(info[`${String(info['general.architecture'])}.context_length`]) ?? null
}

async function read<T>(query: ServerQuery, path: string, schema: z.ZodType<T>, body?: object): Promise<T | null> {
  const answer = await ask(query, path, { body })
  return answer?.status === 200 ? (schema.safeParse(answer.value).data ?? null) : null
}

/** An answer with its JSON; null where none comes in time, whatever the reason. Throws CairnError CANCELLED. */
async function ask(
  { url, gate, clock, limitMs, signal }: ServerQuery,
  path: string,
  { body }: { body?: object | undefined },
): Promise<{ readonly status: number; readonly value: unknown } | null> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = async () => {
    const init = { purpose: 'looking for model servers', signal, ...(body && post) }
    const response = await gate.fetch(`${url}${path}`, init)
    return { status: response.status, value: jsonIfValid(await response.text()) }
  }
  const late = () => new CairnError('DEADLINE_EXCEEDED', `${new URL(url).host} did not answer.`)
  try {
    return await inTime(answer(), { ms: limitMs, clock, signal, late })
  } catch {
    // What the gate denied is in its log.
    if (signal.aborted) throw cancelled()
    return null
  }
}
