import type { OwnTool } from '@shared/api/tools-api'
import type { ExternalToolInfo } from '@shared/tools/tool-server-shapes'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readKnownTools, useKnownTools } from '@renderer/state/tools/known-tools'
import { readOwnTools, useOwnTools } from '@renderer/state/tools/tool-switches'
import { type ToolOption, toolOptions, toolQueryAt, withMention } from './tool-options'
import { useOpenQuery, usePickerKeys } from './use-picker'

interface PickerInput {
  readonly text: string
  /** Where the caret is; null while something is selected. */
  readonly caret: number | null
  /** Takes the text with the mention, and where its caret belongs. */
  readonly onText: (text: string, caret: number) => void
}

const noneOwn: readonly OwnTool[] = []
const noneKnown: readonly ExternalToolInfo[] = []

/** The picker that an `@` at the beginning of a question opens. Listing the tools starts no program. */
export function useToolPicker({ text, caret, onText }: PickerInput) {
  const { i18n } = useTranslation()
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const opened = useOpenQuery(caret === null ? null : toolQueryAt(text, caret))
  const { query } = opened
  const isOpen = query !== null
  useEffect(() => {
    if (!isOpen) return
    void readOwnTools()
    void readKnownTools()
  }, [isOpen])
  const own = useOwnTools(({ list }) => list ?? noneOwn)
  const known = useKnownTools(({ list }) => list ?? noneKnown)
  const words = query?.words
  const options = useMemo(
    () => (words === undefined ? [] : toolOptions(own, known, words, language)),
    [own, known, words, language],
  )
  const choose = ({ mention }: ToolOption) => {
    if (!query) return
    const next = withMention(text, query, mention)
    onText(next.text, next.caret)
  }
  return usePickerKeys({ opened, options, choose })
}
