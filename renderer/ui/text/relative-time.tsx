import { useTranslation } from 'react-i18next'
import { relativeText } from './relative-text'
import { useNow } from '../feedback/use-now'

const exactFormats = new Map<string, Intl.DateTimeFormat>()

/** Made once: a list of times would spend most of its time making formats. */
function exactFormat(language: string): Intl.DateTimeFormat {
  const format =
    exactFormats.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' })
  exactFormats.set(language, format)
  return format
}

/** How long ago something was; the exact time is its tooltip. `time` is milliseconds since the epoch or an ISO time. */
export function RelativeTime({ time }: { readonly time: number | string }) {
  const { i18n } = useTranslation()
  const now = useNow()
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return null
  const exact = exactFormat(i18n.language).format(date)
  return (
    <time dateTime={date.toISOString()} title={exact}>
      {relativeText(date.getTime(), now, i18n.language)}
    </time>
  )
}
