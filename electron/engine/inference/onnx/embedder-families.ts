import type { Pooling } from './pooling'

/** The prefixes and the pooling of a well-known family of embedders, for models whose files do not name them. */
export interface EmbedderFamily {
  readonly pooling: Pooling
  readonly query: string
  readonly passage: string
}

const searchInstruction =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: '
const representEnglish = 'Represent this sentence for searching relevant passages: '

/** From the families' model cards; the first whose pattern is in the model's name counts. */
const families: readonly (EmbedderFamily & { readonly name: RegExp })[] = [
  { name: /e5-mistral/i, pooling: 'last', query: searchInstruction, passage: '' },
  { name: /\be5-.*instruct/i, pooling: 'mean', query: searchInstruction, passage: '' },
  { name: /(?:^|[/\s_-])(?:multilingual-)?e5-/i, pooling: 'mean', query: 'query: ', passage: 'passage: ' },
  { name: /bge-(?:small|base|large)-en/i, pooling: 'cls', query: representEnglish, passage: '' },
  {
    name: /bge-(?:small|base|large)-zh/i,
    pooling: 'cls',
    query: '为这个句子生成表示以用于检索相关文章：',
    passage: '',
  },
  { name: /bge-m3/i, pooling: 'cls', query: '', passage: '' },
  { name: /mxbai-embed/i, pooling: 'cls', query: representEnglish, passage: '' },
  { name: /arctic-embed.*-v2/i, pooling: 'cls', query: 'query: ', passage: '' },
  { name: /arctic-embed/i, pooling: 'cls', query: representEnglish, passage: '' },
  { name: /nomic-embed/i, pooling: 'mean', query: 'search_query: ', passage: 'search_document: ' },
  { name: /qwen3-embedding/i, pooling: 'last', query: searchInstruction, passage: '' },
  { name: /gte-.*-v1\.5|gte-multilingual|gte-modernbert/i, pooling: 'cls', query: '', passage: '' },
]

const unknownFamily: EmbedderFamily = { pooling: 'mean', query: '', passage: '' }

/** The family of a model by its published name or its folder's. An unknown family has mean pooling, no prefixes. */
export function familyOf(name: string): EmbedderFamily {
  return families.find((family) => family.name.test(name)) ?? unknownFamily
}
