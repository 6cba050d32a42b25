const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const formats = new Map<string, Intl.NumberFormat>()

/** A number of bytes as a file manager says it: `812 B`, `4.2 MB`. */
export function sizeText(bytes: number, language: string): string {
  const size = Math.max(0, bytes)
  const power = size < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(size) / 3))
  if (power === 0) return `${size} B`
  const value = size / 1000 ** power
  return formatFor(language, units[power] ?? 'byte', value >= 100 ? 0 : 1).format(value)
}

/** Kept, because making one takes longer than a whole row of the list. */
function formatFor(language: string, unit: string, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${language} ${unit} ${maximumFractionDigits}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits })
  formats.set(key, format)
  return format
}
