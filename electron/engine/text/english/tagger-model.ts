import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Model } from 'wink-nlp'

/** The parts of a feature's description that loading reads or sets. */
interface Feature {
  list: (string | Set<number>)[]
  hash?: Record<string, number>
  intrinsicSize?: number
  index?: number
}

/** `eng-core-web-model.json`, as far as loading touches it. */
interface Core {
  /** A bit field a feature: what it is, mask, shift, where its values are (0: in a list), whether entities have it. */
  readonly packing: { readonly layout: Record<string, readonly number[]>; efList?: string[] }
  readonly features: Record<string, Feature>
  readonly pos: { readonly hash: Readonly<Record<string, number>> }
  /** Base64 as shipped, 32 bits a number once loaded. */
  lexicon: string | Uint32Array
  xpansions: string | Uint32Array
}

/**
 * The English model of `wink-eng-lite-web-model` for tagging parts of speech, ready in half the time that the package takes:
 * that one copies the whole model as JSON and reads what finds names and moods too. A test holds both to the same tags.
 */
export function taggerModel(): Model {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('wink-eng-lite-web-model'))
  const part = (name: string): unknown => require(join(folder, `${name}.js`))
  const sentences = part('load-sbd-model') as () => object
  return {
    core: () => loadCore(join(folder, 'languages', 'cur', 'models', 'eng-core-web-model.json')),
    featureFn: part('feature'),
    addons: {},
    sbd: sentences,
    pos: part('load-pos-model'),
    // Never run: the tagger asks for parts of speech alone, but a machine must be there. The package's own `metaCER` makes a string of its
    // machines each time it is loaded, and then a string of that: after twenty-five times it is too long.
    metaCER: none,
    ner: none,
    negation: sentences,
    sa: sentences,
  }
}

const none = () => ({ machines: [], transformers: [] })

/** What the package's `load-core-model.js` makes, without the copy. */
function loadCore(path: string): Core {
  const core = JSON.parse(readFileSync(path, 'utf8')) as Core
  const { packing, features, pos } = core
  core.lexicon = numbersIn(core.lexicon)
  core.xpansions = numbersIn(core.xpansions)
  packing.efList = []
  for (const [name, [, , , where, ofEntities]] of Object.entries(packing.layout)) {
    const feature = features[name]
    if (where === 0 && feature) {
      feature.hash = placesIn(feature.list)
      feature.intrinsicSize = feature.index = feature.list.length
    }
    if (ofEntities === 1) packing.efList.push(name)
  }
  const { lexeme, posClusters } = features
  if (!lexeme || !posClusters) throw new Error('wink-eng-lite-web-model is not the version that was pinned.')
  lexeme.hash = placesIn(lexeme.list)
  lexeme.intrinsicSize = lexeme.index = lexeme.list.length
  posClusters.list = posClusters.list.map(
    (tags) => new Set((typeof tags === 'string' ? tags : '').split('_').map((tag) => pos.hash[tag] ?? 0)),
  )
  return core
}

function numbersIn(base64: string | Uint32Array): Uint32Array {
  return typeof base64 === 'string' ? new Uint32Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer) : base64
}

function placesIn(list: Feature['list']): Record<string, number> {
  const places = Object.create(null) as Record<string, number>
  for (const [at, value] of list.entries()) if (typeof value === 'string') places[value] = at
  return places
}
