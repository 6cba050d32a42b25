import type { Language } from '@engine/text/language'
import type { PhraseRows } from '../../reading/phrase-book'
import units from '@resources/lexicon/conversion-units.json'

interface UnitNames {
  /** One, several, and other names. */
  readonly en: readonly string[]
  /** As it is shown, then other names. */
  readonly zh: readonly string[]
  /** Written in just this way. */
  readonly symbols: readonly string[]
  /** As the library for arithmetic calls it, where it calls it otherwise. */
  readonly math?: string
}

const table: Readonly<Record<string, UnitNames>> = units

/**
 * Units that Cairn adds, each above / below of another: the traditional Chinese ones, and those that the library knows to a few
 * digits only. The values are those of the international yard and pound (1959) and of NIST Handbook 44, Appendix C.
 */
export const addedUnits: Readonly<Record<string, { above: string; below: string; of: string }>> = {
  cairnNauticalMile: { above: '1852', below: '1', of: 'm' },
  cairnLi: { above: '500', below: '1', of: 'm' },
  cairnZhang: { above: '10', below: '3', of: 'm' },
  cairnChi: { above: '1', below: '3', of: 'm' },
  cairnCun: { above: '1', below: '30', of: 'm' },
  cairnOunce: { above: '28.349523125', below: '1', of: 'g' },
  cairnStone: { above: '6.35029318', below: '1', of: 'kg' },
  cairnJin: { above: '500', below: '1', of: 'g' },
  cairnLiang: { above: '50', below: '1', of: 'g' },
  cairnQian: { above: '5', below: '1', of: 'g' },
  cairnDan: { above: '50', below: '1', of: 'kg' },
  cairnGallon: { above: '3.785411784', below: '1', of: 'l' },
  cairnQuart: { above: '3.785411784', below: '4', of: 'l' },
  cairnPint: { above: '3.785411784', below: '8', of: 'l' },
  cairnCup: { above: '3.785411784', below: '16', of: 'l' },
  cairnFluidOunce: { above: '3.785411784', below: '128', of: 'l' },
  cairnTablespoon: { above: '3.785411784', below: '256', of: 'l' },
  cairnTeaspoon: { above: '3.785411784', below: '768', of: 'l' },
  cairnImperialGallon: { above: '4.54609', below: '1', of: 'l' },
  cairnAcre: { above: '4046.8564224', below: '1', of: 'm2' },
  cairnSquareFoot: { above: '0.09290304', below: '1', of: 'm2' },
  cairnSquareMile: { above: '2589988.110336', below: '1', of: 'm2' },
  cairnMu: { above: '2000', below: '3', of: 'm2' },
  cairnQing: { above: '200000', below: '3', of: 'm2' },
  cairnKnot: { above: '1852', below: '3600', of: 'm/s' },
  cairnCal: { above: '4.184', below: '1', of: 'J' },
  cairnKcal: { above: '4184', below: '1', of: 'J' },
  cairnHorsepower: { above: '745.69987158227022', below: '1', of: 'W' },
  cairnPsi: { above: '4.4482216152605', below: '0.00064516', of: 'Pa' },
  cairnAtmosphere: { above: '101325', below: '1', of: 'Pa' },
}

const mathName = (name: string, { math }: UnitNames) => math ?? name

/** How the library calls a unit that an expression names: `mile` for mile, miles and mi; undefined for no unit. */
export function unitNamed(name: string): string | undefined {
  return aliases.get(name)
}

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([key, names]) => {
    const target = mathName(key, names)
    return [...target.split('/').map((part): [string, string] => [part, part]), [target, target] as const].concat(
      [...names.en, ...names.symbols].map((alias) => [alias, target]),
    )
  }),
)

/** Phrases of units, by the name that the expression has for them. */
export const unitPhrases: PhraseRows = {
  unit: Object.fromEntries(
    Object.entries(table).map(([name, names]) => [
      mathName(name, names),
      [...names.en.map((one) => one.toLowerCase()), ...names.zh],
    ]),
  ),
}

/** Units that are written in just one way. */
export const unitSymbols: PhraseRows = {
  unit: Object.fromEntries(Object.entries(table).map(([name, names]) => [mathName(name, names), names.symbols])),
}

const shown = new Map(Object.entries(table).map(([name, names]) => [mathName(name, names), names]))

/** A unit as people read it behind `value`; the name itself where the table has none. */
export function unitWords(name: string, value: string, language: Language): string {
  const names = shown.get(name)
  if (!names) return language === 'en' ? ` ${name}` : name
  if (language === 'zh') return names.zh[0] ?? name
  const [one = name, many = one] = names.en
  return ` ${value === '1' || value === '-1' ? one : many}`
}
