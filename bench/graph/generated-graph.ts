import { EntityType, RelationKind } from '@shared/graph'
import { type GraphShare, graphShareVersion, type Mention } from '@engine/graph/share/graph-share'
import { nameKey } from '@engine/graph/names/name-key'
import { mulberry32 } from '@shared/hash'

const passagesPerDocument = 20
const namesPerPassage = 12
/** Characters from one name to the next, about. */
const distance = 100
const groupSize = 200
/** Share of a document's names that are of its own group. */
const ownGroup = 0.8
const statementsPerPassage = 0.6
const perPassage = { start: 3, text: 1 }

export interface GraphSize {
  /** Things there are names for; every twentieth has two spellings. */
  readonly things: number
  readonly passages: number
  readonly seed: number
}

/**
 * The shares of a library: names in a power law (the r-th of a group stands in it in proportion to 1/r), half in English and half in
 * Chinese, in groups that documents are mostly about one of. The same size and seed make the same shares.
 */
export function generateShares({ things, passages, seed }: GraphSize): GraphShare[] {
  const random = mulberry32(seed)
  const names = generateNames(things, random)
  const groups = Math.max(1, Math.round(things / groupSize))
  const documents = Math.max(1, Math.round(passages / passagesPerDocument))
  const inProportion = (count: number) => Math.min(count - 1, Math.floor(count ** random()) - 1)
  const pick = (group: number): Mention => {
    const all = names.length
    const own = Math.ceil((all - group) / groups)
    const place = random() < ownGroup ? group + groups * inProportion(own) : inProportion(all)
    const spellings = names[place] ?? []
    return (spellings.length > 1 && random() < 0.3 ? spellings[1] : spellings[0]) ?? { name: '?' }
  }
  return Array.from({ length: documents }, (_, at) =>
    generateShare(`d${String(at).padStart(6, '0')}`, () => pick(at % groups), random),
  )
}

function generateShare(documentId: string, pick: () => Mention, random: () => number): GraphShare {
  const numbers = new Map<Mention, number>()
  const mentions: GraphShare['facts']['mentions'][number][] = []
  const relations: GraphShare['facts']['relations'][number][] = []
  const passages = Array.from({ length: passagesPerDocument }, (_, passage) => {
    const named = Array.from({ length: namesPerPassage }, pick)
    const places = named.map((mention, at) => {
      const number = numbers.get(mention) ?? numbers.size
      numbers.set(mention, number)
      const start = at * distance + Math.floor(random() * (distance / 2))
      mentions.push([number, passage, start, start + mention.name.length])
      return { number, start, end: start + mention.name.length }
    })
    const [source, target] = places
    if (random() < statementsPerPassage && source && target) {
      const kind = Math.floor(random() * RelationKind.options.indexOf('precedes'))
      relations.push([source.number, kind, target.number, passage, source.start, target.end + 20])
    }
    const keys = new Set(named.map(({ name }) => nameKey(name)))
    return {
      id: `${documentId}:${passage}`,
      names: [...keys].map((key, at) => [key, at === 0 ? perPassage.start : perPassage.text] as const),
      terms: [],
    }
  })
  return {
    version: graphShareVersion,
    documentId,
    revision: documentId,
    title: `Document ${documentId}`,
    links: { documentId, passages, aliases: [] },
    facts: { names: [...numbers.keys()], mentions, relations, definitions: [] },
  }
}

const syllables = 'ka lo mer tin sa vel dor an bri no ul eth gar po lin wes ta rum cor hel'.split(' ')
const heads = ['University', 'Group', 'Institute', 'Protocol', 'River', 'Council', 'Framework', 'Bank', 'Theory']
const han = Array.from('华新东海明天宏远中科信达安平金龙长江大北南国云石光木水火土山川林风雷')
const hanHeads = ['大学', '公司', '研究院', '银行', '系统', '集团', '委员会', '协议', '理论']
const types = [undefined, undefined, ...EntityType.options]

/** One or two spellings of each thing, the first things being the most frequent. */
function generateNames(count: number, random: () => number): Mention[][] {
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const word = () => {
    const text = [syllables, syllables, syllables].map((list) => one(list) ?? '').join('')
    return text.slice(0, 1).toUpperCase() + text.slice(1)
  }
  const taken = new Set<string>()
  const names: Mention[][] = []
  while (names.length < count) {
    const name =
      names.length % 2 === 0
        ? `${word()} ${word()} ${one(heads) ?? ''}`
        : [han, han, han, han, hanHeads].map((list) => one(list) ?? '').join('')
    if (taken.has(name)) continue
    taken.add(name)
    const type = one(types)
    const spellings = names.length % 20 === 0 ? [name, `the ${name.toUpperCase()}`] : [name]
    names.push(spellings.map((spelling) => (type === undefined ? { name: spelling } : { name: spelling, type })))
  }
  return names
}
