/** What a unit measures, and how many of that kind's base unit it is. */
export interface Unit {
  readonly kind: string
  readonly factor: number
}

const table: readonly [kind: string, factor: number, names: string][] = [
  ['ratio', 1, '% percent per-cent pct 个百分点 percentage-points'],
  ['mass', 1e-3, 'mg milligrams? 毫克'],
  ['mass', 1, 'g grams? 克'],
  ['mass', 1000, 'kg kilograms? kilos? 公斤 千克'],
  ['mass', 1e6, 't tonnes? tons? 吨'],
  ['length', 1e-3, 'mm millimet(?:er|re)s? 毫米'],
  ['length', 1e-2, 'cm centimet(?:er|re)s? 厘米'],
  ['length', 1, 'm met(?:er|re)s? 米'],
  ['length', 1000, 'km kilomet(?:er|re)s? 公里 千米'],
  ['length', 1609.344, 'mi miles? 英里'],
  ['length', 0.3048, 'ft feet foot 英尺'],
  ['length', 0.0254, 'in inch(?:es)? 英寸'],
  ['area', 1e6, 'km2 square-kilomet(?:er|re)s? 平方公里 平方千米'],
  ['area', 1, 'm2 square-met(?:er|re)s? 平方米'],
  ['area', 2_589_988, 'square-miles? 平方英里'],
  ['volume', 1, 'l lit(?:er|re)s? 升'],
  ['volume', 1e-3, 'ml millilit(?:er|re)s? 毫升'],
  ['time', 1, 's secs? seconds? 秒钟? 秒'],
  ['time', 60, 'min mins minutes? 分钟'],
  ['time', 3600, 'h hrs? hours? 个?小时'],
  ['days', 1, 'days? 天'],
  ['days', 7, 'weeks? 周 个?星期'],
  ['months', 1, 'months? 个月'],
  ['years', 1, 'years? 年'],
  ['dollars', 1, '\\$ dollars? USD 美元'],
  ['yuan', 1, '¥ yuan RMB CNY 元 人民币'],
  ['euros', 1, '€ euros? EUR 欧元'],
  ['pounds', 1, '£ GBP 英镑'],
  ['power', 1, 'W watts? 瓦'],
  ['power', 1000, 'kW kilowatts? 千瓦'],
  ['power', 1e6, 'MW megawatts? 兆瓦'],
  ['celsius', 1, '°C ℃ 摄氏度'],
  ['fahrenheit', 1, '°F 华氏度'],
]

const compiled = table.flatMap(([kind, factor, names]) =>
  names.split(' ').map((name) => {
    const pattern = name.replaceAll('-', '[ -]')
    const isWord = /[A-Za-z)?]$/u.test(name) && !/\p{Script=Han}/u.test(name)
    // Short symbols are what they are in one spelling only; words may be capitalised.
    const flags = /^[A-Za-z°]{1,2}2?$/u.test(name) ? 'uy' : 'uiy'
    return {
      unit: { kind, factor },
      pattern: new RegExp(`${pattern}${isWord || /2$/u.test(name) ? '(?![\\p{L}\\p{N}])' : ''}`, flags),
    }
  }),
)

/** The unit that is named at this place of a text, the longest where several fit, and where its name ends. */
export function unitAt(text: string, at: number): { unit: Unit; end: number } | null {
  let best: { unit: Unit; end: number } | null = null
  for (const { unit, pattern } of compiled) {
    pattern.lastIndex = at
    const length = pattern.exec(text)?.[0].length ?? 0
    if (length > 0 && at + length > (best?.end ?? at)) best = { unit, end: at + length }
  }
  return best
}
