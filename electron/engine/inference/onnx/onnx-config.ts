import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { hasCode } from '@shared/errors'
import { readFailure, unusable } from './onnx-errors'

const length = z.number().positive().nullish().catch(null)

const Config = z.looseObject({
  _name_or_path: z.string().nullish().catch(null),
  architectures: z.array(z.string()).nullish().catch(null),
  model_type: z.string().nullish().catch(null),
  hidden_size: length,
  max_position_embeddings: length,
  pad_token_id: z.number().int().nonnegative().nullish().catch(null),
})
const TokenizerConfig = z.looseObject({
  model_max_length: length,
  pad_token: z
    .union([z.string(), z.looseObject({ content: z.string() })])
    .nullish()
    .catch(null),
})
const SentenceConfig = z.looseObject({ max_seq_length: length })

/** The settings of an embedder or reranker, from the files of its folder. */
export interface OnnxConfig {
  /** The name it was published under, where it says so, and the folder's: some settings follow from it only. */
  readonly name: string
  readonly architecture: string | null
  readonly modelType: string | null
  readonly hiddenSize: number | null
  /** Tokens, special ones counted. */
  readonly maxLength: number
  readonly padId: number | null
  readonly padToken: string | null
  /** The content of tokenizer_config.json, as the tokenizer's library reads it. */
  readonly tokenizerConfig: Readonly<Record<string, unknown>>
}

/** The longest input where no file states a length: BERT and its contemporaries read 512 tokens. */
const usualLength = 512
/** Longer inputs cost memory by their square, and no passage of Cairn's comes near it. */
const longest = 8192
/** Architectures whose positions start at two. */
const positionsFromTwo = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet', 'longformer'])

/** Throws MODEL_UNUSABLE where a file is there but damaged; all may be missing. */
export async function readOnnxConfig(folder: string): Promise<OnnxConfig> {
  const config = await readModelJson(folder, 'config.json', Config)
  const tokenizerConfig = await readModelJson(folder, 'tokenizer_config.json', TokenizerConfig)
  const sentence = await readModelJson(folder, 'sentence_bert_config.json', SentenceConfig)
  const positions = config?.max_position_embeddings ?? null
  const offset = positionsFromTwo.has(config?.model_type ?? '') ? 2 : 0
  const lengths = [
    sentence?.max_seq_length,
    tokenizerConfig?.model_max_length,
    positions === null ? null : positions - offset,
  ]
  // Writers put 1e30 where they know no limit.
  const sane = lengths.filter((value) => value != null && value >= 8 && value <= 1_000_000).map(Number)
  const pad = tokenizerConfig?.pad_token ?? null
  return {
    name: `${config?._name_or_path ?? ''} ${basename(folder)}`,
    architecture: config?.architectures?.[0] ?? config?.model_type ?? null,
    modelType: config?.model_type ?? null,
    hiddenSize: config?.hidden_size ?? null,
    maxLength: Math.floor(Math.min(longest, ...(sane.length > 0 ? sane : [usualLength]))),
    padId: config?.pad_token_id ?? null,
    padToken: typeof pad === 'string' ? pad : (pad?.content ?? null),
    tokenizerConfig: tokenizerConfig ?? {},
  }
}

/** Reads a JSON file of a model; null where the file is missing. Throws MODEL_UNUSABLE. */
export async function readModelJson<T>(folder: string, name: string, schema: z.ZodType<T>): Promise<T | null> {
  let text: string
  try {
    text = await readFile(join(folder, name), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw readFailure(error, name)
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw unusable(`The model's file ${name} is damaged.`, undefined, error)
  }
}
