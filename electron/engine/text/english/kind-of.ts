import { LRUCache } from 'lru-cache'
import { analyse } from '../analyse'
import { type Sense, type WordNet, wordNet } from './wordnet'

/** Meanings of a word that are looked at, and how many steps up: a student is an enrollee is a person. */
const maxSenses = 3
const maxSteps = 6
/** Who is meant where people are counted. */
const people = /^(?:people|persons?|human beings?|folks?)$/u

const known = new LRUCache<string, boolean>({ max: 4000 })

/** Whether WordNet calls one noun a kind of the other, or both the same; true where its files cannot be read: then nothing is known against it. */
export function isKindOf(word: string, noun: string, load: () => WordNet = wordNet): boolean {
  return remembered(`${word.toLowerCase()} ${noun}`, () => {
    const net = load()
    const targets = new Set(sensesOf(people.test(noun) ? 'person' : noun, net).map(keyOf))
    return sensesOf(word.toLowerCase(), net).some((sense) => climbs(sense, targets, net))
  })
}

/** Whether WordNet knows a word as a noun, and so not only as somebody's name; true where its files cannot be read. */
export function isNoun(word: string, load: () => WordNet = wordNet): boolean {
  return remembered(word.toLowerCase(), () => sensesOf(word.toLowerCase(), load()).length > 0)
}

function remembered(key: string, find: () => boolean): boolean {
  const earlier = known.get(key)
  if (earlier !== undefined) return earlier
  try {
    const is = find()
    known.set(key, is)
    return is
  } catch {
    return true
  }
}

function climbs(sense: Sense, targets: ReadonlySet<string>, net: WordNet): boolean {
  let level = [sense]
  for (let step = 0; step <= maxSteps && level.length > 0; step += 1) {
    if (level.some((one) => targets.has(keyOf(one)))) return true
    level = level.flatMap((one) =>
      net
        .pointersOf(one)
        .filter(({ symbol }) => symbol === '@' || symbol === '@i')
        .map(({ to }) => to),
    )
  }
  return false
}

function keyOf({ wordClass, offset }: Sense): string {
  return `${wordClass}${offset}`
}

/** The commonest meanings of a noun, also of one in the plural. */
function sensesOf(word: string, net: WordNet): Sense[] {
  const stem = analyse(word).join(' ')
  // Of signs and digits there are none, and every line begins with nothing.
  if (!/^[a-z]{2,}$/u.test(stem)) return []
  const found: Sense[] = []
  for (const { word: lemma, senses } of net.lemmasFrom(stem.replace(/i$/u, ''))) {
    if (lemma !== word && (lemma.length > word.length || analyse(lemma).join(' ') !== stem)) continue
    found.push(...senses.filter(({ wordClass }) => wordClass === 'noun').slice(0, maxSenses))
  }
  return found
}
