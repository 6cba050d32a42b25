import type { DoorsState } from '@shared/api/doors-api'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { doorToken } from '@renderer/state/tools/doors'
import { notifyError } from '@renderer/state/window/notices'
import { Segmented } from '@renderer/ui/controls/segmented'
import { CopyButton } from '@renderer/ui/feedback/copy-button'
import { hiddenToken, httpBlock, openAiBlock, stdioBlock } from './assistant-block'
import styles from './doors.module.css'

const ways = ['stdio', 'http', 'openai'] as const
type Way = (typeof ways)[number]

interface AssistantBlocksProps {
  readonly state: DoorsState
  /** Null while it is hidden. */
  readonly token: string | null
}

/** What other programs have to be told, ready to be copied. */
export function AssistantBlocks({ state, token }: AssistantBlocksProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [way, setWay] = useState<Way>('stdio')
  const block = blockFor(way, state)
  return (
    <div className={styles.blocks}>
      <p id={id} className={styles.name}>
        {t('doors.blocks.title')}
      </p>
      <Segmented
        labelledBy={id}
        value={way}
        options={ways.map((value) => ({ value, text: t(`doors.blocks.way.${value}`) }))}
        onChange={setWay}
      />
      <p className={styles.text}>{t(`doors.blocks.${block ? 'text' : 'missing'}.${way}`)}</p>
      {block && (
        <div className={styles.block}>
          <pre dir="ltr">{block(token ?? hiddenToken)}</pre>
          <CopyButton
            text={async () => block(way === 'stdio' ? '' : (token ?? (await doorToken())))}
            label={t('doors.blocks.copy')}
            onError={notifyError}
          />
        </div>
      )}
    </div>
  )
}

/** The block of a way in, for its token; undefined where that way is not there. */
function blockFor(way: Way, { stdio, mcp_http, openai }: DoorsState): ((token: string) => string) | undefined {
  if (way === 'stdio') return stdio ? () => stdioBlock(stdio) : undefined
  const { address } = way === 'http' ? mcp_http : openai
  if (address === null) return undefined
  return (token) => (way === 'http' ? httpBlock : openAiBlock)(address, token)
}
