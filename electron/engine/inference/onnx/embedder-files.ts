import { z } from 'zod'
import { type EmbedderFamily, familyOf } from './embedder-families'
import { readModelJson } from './onnx-config'
import { unusable } from './onnx-errors'
import type { Pooling } from './pooling'

const Modules = z.array(z.looseObject({ path: z.string(), type: z.string() }))
const flag = z.boolean().nullish()
const PoolingConfig = z.looseObject({
  word_embedding_dimension: z.number().int().positive().nullish(),
  embedding_dimension: z.number().int().positive().nullish(),
  pooling_mode: z.union([z.string(), z.array(z.string())]).nullish(),
  pooling_mode_cls_token: flag,
  pooling_mode_mean_tokens: flag,
  pooling_mode_max_tokens: flag,
  pooling_mode_mean_sqrt_len_tokens: flag,
  pooling_mode_weightedmean_tokens: flag,
  pooling_mode_lasttoken: flag,
  include_prompt: flag,
})
const Prompts = z.looseObject({
  prompts: z.record(z.string(), z.string().nullable()).nullish(),
  default_prompt_name: z.string().nullish(),
})

/** Pooling and prefixes of an embedder, from a folder in the layout of sentence-transformers (sbert.net). */
export interface EmbedderFiles extends EmbedderFamily {
  /** False where the prefix is read by the model but kept out of the pooling. */
  readonly poolPrefix: boolean
  readonly dimensions: number | null
  /** Layers behind the pooling that only a graph that pools by itself can hold. */
  readonly layersBehind: readonly string[]
}

/** Poolings by their names in sentence-transformers. A scaled mean has the direction of the mean itself. */
const modes: Readonly<Record<string, Pooling>> = {
  cls: 'cls',
  mean: 'mean',
  mean_sqrt_len_tokens: 'mean',
  max: 'max',
  lasttoken: 'last',
}
const flags = [
  ['pooling_mode_cls_token', 'cls'],
  ['pooling_mode_mean_tokens', 'mean'],
  ['pooling_mode_max_tokens', 'max'],
  ['pooling_mode_mean_sqrt_len_tokens', 'mean_sqrt_len_tokens'],
  ['pooling_mode_weightedmean_tokens', 'weightedmean'],
  ['pooling_mode_lasttoken', 'lasttoken'],
] as const

const queryNames = ['query', 'search_query', 'retrieval.query', 's2p_query', 'Retrieval-query']
const passageNames = ['passage', 'document', 'search_document', 'retrieval.passage', 'Retrieval-document']

/** `name`: what families are known by. Throws MODEL_UNUSABLE for damaged files and for poolings Cairn cannot do. */
export async function readEmbedderFiles(folder: string, name: string): Promise<EmbedderFiles> {
  const family = familyOf(name)
  const modules = (await readModelJson(folder, 'modules.json', Modules)) ?? []
  const last = (type: string) => type.slice(type.lastIndexOf('.') + 1)
  const poolingPath = modules.find((module) => last(module.type) === 'Pooling')?.path ?? '1_Pooling'
  const config = await readModelJson(folder, `${poolingPath}/config.json`, PoolingConfig)
  const prompts = await readModelJson(folder, 'config_sentence_transformers.json', Prompts)
  return {
    pooling: config ? poolingOf(config) : family.pooling,
    ...prefixesOf(prompts, family),
    poolPrefix: config?.include_prompt !== false,
    dimensions: config?.word_embedding_dimension ?? config?.embedding_dimension ?? null,
    layersBehind: modules.map((module) => last(module.type)).filter((type) => !plainModules.has(type)),
  }
}

const plainModules = new Set(['Transformer', 'Pooling', 'Normalize', 'StaticEmbedding'])

function poolingOf(config: z.infer<typeof PoolingConfig>): Pooling {
  const named = config.pooling_mode == null ? [] : [config.pooling_mode].flat()
  const chosen = named.length > 0 ? named : flags.filter(([key]) => config[key]).map(([, mode]) => mode)
  const [mode, ...others] = chosen
  const pooling = mode !== undefined && Object.hasOwn(modes, mode) ? modes[mode] : undefined
  if (pooling && others.length === 0) return pooling
  throw unusable(
    `The model pools its tokens in a way Cairn cannot (${chosen.join(' and ') || 'none named'}).`,
    'Choose another model.',
  )
}

/** Newer writers put empty prompts into every file, which say nothing; the family is asked then. */
function prefixesOf(file: z.infer<typeof Prompts> | null, family: EmbedderFamily): { query: string; passage: string } {
  const prompts = file?.prompts ?? {}
  const first = (names: readonly string[]) => names.map((name) => prompts[name]).find((prompt) => prompt != null)
  const general = prompts[file?.default_prompt_name ?? ''] ?? null
  const query = first(queryNames) ?? general
  const passage = first(passageNames) ?? general
  if (!query && !passage) return { query: family.query, passage: family.passage }
  return { query: query ?? '', passage: passage ?? '' }
}
