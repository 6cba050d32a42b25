/** A duration as it is read: `<1 ms`, `8 ms`, `1.24 s`, `2 min 5 s`. `ms` is milliseconds. */
export function durationText(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9995 ? 2 : 1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

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
