const questions: readonly RegExp[] = [
  /^what (?:is|are) (?:an? |the )?(.{2,60}?)\??$/iu,
  /^what (?:does|do) (.{2,60}?) (?:mean|stand for)\??$/iu,
  /^(?:请问)?什么是(.{1,30}?)[？?]?$/u,
  /^(?:请问)?(.{1,30}?)(?:到底|究竟)?是什么(?:意思)?[？?]?$/u,
]

/** Tells whether a sentence says what the thing is whose meaning is asked ("X is a …", X指…); undefined for none. */
export function definedIn(question: string): ((text: string) => boolean) | undefined {
  const trimmed = question.trim()
  const named = questions.map((pattern) => pattern.exec(trimmed)?.[1]?.trim()).find((one) => one !== undefined)
  // The capital of a country is a thing to be named, not explained.
  if (!named || / of |的/u.test(named)) return undefined
  const thing = named.replaceAll(/["“”'‘’「」]/gu, '').replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
  const signs = [
    String.raw`(?<![\p{L}\p{N}])${thing}s?["”'’]?(?: ?\([^)]*\))?,? (?:(?:is|was) (?:an?|the|one|any|what|how|where|when|defined|used)|are|were|means?|denotes?|refers? to|stands? for|(?:describes?|provides?|offers?) an?)\b`,
    String.raw`(?<![\p{L}\p{N}])${thing}s?["”'’]?(?: ?\([^)]*\))?(?:, | [–—-] )(?:an?|the|which|or)\b`,
    String.raw`\b(?:called|named|termed|known as|introduces?|presents?|defined? as)(?: an?| the)? ["“'‘]?${thing}(?![\p{L}\p{N}])`,
    String.raw`^["“'‘]?${thing}s?["”'’]? ?(?:\([^)]*\) ?)?[:：—–-]`,
    String.raw`${thing}["”』」》]?(?:[（(][^)）]*[)）])?(?:，|,)?(?:又称.{1,12}[，,])?(?:是(?!否|[^，。；]{1,10}的(?:[，。；]|$))|指|即|意为|意味着|，一种|为一)`,
    String.raw`(?:称为|称作|叫做|叫作|叫|所谓的?)["“『「《]?${thing}`,
  ].map((sign) => new RegExp(sign, 'iu'))
  return (text) => signs.some((sign) => sign.test(text))
}
