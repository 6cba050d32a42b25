import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Whole numbers as the reader's language writes them. */
export function useFigure(): (value: number) => string {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
    return (value) => format.format(value)
  }, [i18n.language])
}
