import hongKong from 'opencc-js/dict/HKVariantsRev'
import traditional from 'opencc-js/dict/TSCharacters'
import taiwan from 'opencc-js/dict/TWVariantsRev'

/** Pairs that OpenCC leaves to context or counts as style. Folded on both sides, none of them needs context here. */
const more = '牠它 妳你 祂他 着着 著着 瞭了 藉借 姊姐 佈布 鉅巨 嚐尝 傢家 氾泛 菸烟 砲炮 喫吃 盃杯 脣唇'
/** Simplified characters that are also a Taiwanese variant of something rare: 么 of 什么 is not 幺. */
const notVariants = new Set('么')

/** From the first Han character that can change (㐀) to the last of the basic plane (鿿). */
const first = 0x3400
const last = 0x9fff
const anyHan = /[\u3400-\u9fff]/u

let table: Uint16Array | undefined

/**
 * Chinese characters as their simplified form by OpenCC's lists, one UTF-16 unit for one, so that offsets stay. For
 * comparing only, not to be shown: 乾隆 becomes 干隆, on both sides.
 */
export function foldHan(text: string): string {
  if (!anyHan.test(text)) return text
  table ??= buildTable()
  let folded = ''
  let kept = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < first || unit > last) continue
    const to = table[unit - first]
    if (!to) continue
    folded += text.slice(kept, at) + String.fromCharCode(to)
    kept = at + 1
  }
  return kept === 0 ? text : folded + text.slice(kept)
}

function buildTable(): Uint16Array {
  const simplified = new Map(pairsOf(traditional, '|'))
  const built = new Uint16Array(last - first + 1)
  const put = (from: string, to: string) => {
    // What lies outside the basic plane is rare, and would move the offsets.
    if (from.length === 1 && to.length === 1 && from !== to) built[from.charCodeAt(0) - first] = to.charCodeAt(0)
  }
  for (const [from, to] of simplified) put(from, to)
  for (const [from, standard] of [...pairsOf(taiwan, '|'), ...pairsOf(hongKong, '|')]) {
    if (!simplified.has(from) && !notVariants.has(from)) put(from, simplified.get(standard) ?? standard)
  }
  for (const [from, to] of pairsOf(more, ' ')) put(from, to)
  // What a character becomes may be listed itself (薴 → 苧 → 苎): one look must do.
  for (let at = 0; at < built.length; at += 1) {
    const to = built[at] ?? 0
    if (to >= first && to <= last) built[at] = built[to - first] || to
  }
  return built
}

/** `a b|c d` or, where each side is one character, `ab cd`. */
function pairsOf(list: string, separator: '|' | ' '): [string, string][] {
  return list.split(separator).map((pair) => {
    const [from = '', to = ''] = separator === '|' ? pair.split(' ') : Array.from(pair)
    return [from, to]
  })
}
