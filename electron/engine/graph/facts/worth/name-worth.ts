import type { EntityType } from '@shared/graph'
import fitted from '@resources/graph/name-worth.json'
import type { MentionRow } from '../../share/graph-share'
import type { Candidate, Sign } from '../name-candidates'
import type { PassageParts } from '../passage-parts'
import type { TypeRules } from '../sentences/type-rules'
import { LineSenses } from './line-sense'
import { formOf } from './name-form'

/** What a name is judged by, each from 0 to 1. */
export type NameEvidence = Readonly<Record<keyof typeof fitted.weights, number>>

/** A name of a document, with all its places there. */
export interface JudgedName {
  readonly candidate: Candidate
  /** As the document mostly writes it. */
  readonly surface: string
  readonly type: EntityType | undefined
}

/** What all names of a document are judged with. */
export interface WorthSource {
  readonly parts: readonly PassageParts[]
  /** Words that the document writes small. */
  readonly words: ReadonlySet<string>
  readonly types: TypeRules
}

interface PlaceSums {
  mentions: number
  grammar: number
  repeated: number
}

/** From here on, more mentions tell nothing more: e^4, about 55. */
const oftenAt = 4
/** As many longer names that begin with this one tell that it is a part of names only: "Federal". */
const mostLonger = 19
const bearers: ReadonlySet<EntityType> = new Set<EntityType>(['person', 'organisation', 'place', 'event'])
const weights = Object.entries(fitted.weights) as [keyof NameEvidence, number][]

/**
 * How likely each name is one that somebody would look for, 0 to 1: a logistic regression over `NameEvidence`, fitted on names that
 * were judged by hand (docs/quality.md). `rows` are the places of names in reading order, `candidates` what each of these names is.
 */
export class NameWorth {
  readonly #sums = new Map<Candidate, PlaceSums>()
  readonly #longer = new Map<string, number>()

  constructor(
    private readonly source: WorthSource,
    rows: readonly MentionRow[],
    candidates: readonly (Candidate | undefined)[],
    chosen: Iterable<Candidate>,
  ) {
    const lines = new LineSenses(source.parts)
    for (const [name, passage, start] of rows) {
      const candidate = candidates[name]
      if (!candidate) continue
      const { grammar, isRepeated } = lines.at(passage, start)
      const sum = this.#sums.get(candidate) ?? { mentions: 0, grammar: 0, repeated: 0 }
      this.#sums.set(candidate, sum)
      sum.mentions += 1
      sum.grammar += grammar
      sum.repeated += isRepeated ? 1 : 0
    }
    for (const { key } of chosen) {
      for (let at = key.indexOf(' '); at > 0; at = key.indexOf(' ', at + 1)) {
        const begins = key.slice(0, at)
        this.#longer.set(begins, (this.#longer.get(begins) ?? 0) + 1)
      }
    }
  }

  of(name: JudgedName): number {
    return worthOf(this.evidence(name))
  }

  evidence({ candidate, surface, type }: JudgedName): NameEvidence {
    const { mentions, grammar, repeated } = this.#sums.get(candidate) ?? { mentions: 1, grammar: 0, repeated: 0 }
    // Whole, though not all of it counts: leaving members out of a copy takes longer than all the rest here.
    const form = formOf(surface)
    const signs = signsOf(candidate)
    const { types, words } = this.source
    const isBearer = type !== undefined && bearers.has(type) && !/^\p{Ll}/u.test(surface)
    const small = surface.toLowerCase()
    return {
      ...form,
      ...signs,
      often: Math.min(oftenAt, Math.log(mentions)) / oftenAt,
      sentences: grammar / mentions,
      repeated: repeated / mentions,
      lettersInSentences: (form.letters * grammar) / mentions,
      properAlone: signs.proper * form.single,
      commonAlone: signs.common * form.single,
      writtenSmall: Number(words.has(candidate.key)),
      bearer: Number(isBearer),
      typed: Number(type !== undefined && !isBearer),
      kind: Number(types.isHead(small) || types.isBareBody(small)),
      longer: Math.log1p(Math.min(mostLonger, this.#longer.get(candidate.key) ?? 0)) / Math.log1p(mostLonger),
    }
  }
}

function worthOf(evidence: NameEvidence): number {
  let sum = fitted.constant
  for (const [key, weight] of weights) sum += weight * evidence[key]
  return 1 / (1 + Math.exp(-sum))
}

function signsOf({ signs }: Candidate) {
  const times = (sign: Sign) => signs.get(sign) ?? 0
  const all = Math.max(1, times('proper') + times('maybeProper') + times('common'))
  return {
    proper: times('proper') / all,
    common: times('common') / all,
    heading: Number(signs.has('heading')),
    defined: Number(signs.has('defined')),
  }
}
