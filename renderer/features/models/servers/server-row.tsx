import { assumedContext, type LoopbackServer, type ServedModel } from '@shared/models/models'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { changeModelSettings, choose, setServerKey } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Badge } from '@renderer/ui/controls/labels'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { safeName } from '@renderer/ui/text/safe-name'
import { FactsLine } from '../facts-line'
import styles from '../models.module.css'
import { useTexts } from '../use-texts'
import { KeyEntry } from './key-entry'

/** A server with its key and its models. */
export function ServerRow({ server }: { readonly server: LoopbackServer }) {
  const { t } = useTranslation('models')
  const { url, name, reachable, models, has_key: hasKey, needs_key: needsKey } = server
  const added = useSettings(({ settings }) => settings.models.servers)
  const mine = added.find((one) => one.replace(/\/$/u, '') === url.replace(/\/$/u, ''))
  const remove = async () => {
    const isGone = await changeModelSettings({ servers: added.filter((one) => one !== mine) })
    // A key is of no use without its server.
    if (isGone && hasKey) await setServerKey(url, null)
  }
  const state = needsKey ? 'needsKey' : reachable ? 'reachable' : 'away'
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <div className={styles.what}>
          <p className={styles.itemName}>
            <bdi>{safeName(name)}</bdi>
            <Badge meaning={state === 'reachable' ? 'done' : 'plain'}>{t(`servers.${state}`)}</Badge>
          </p>
          <p className={styles.text}>
            <code>{url}</code>
          </p>
        </div>
        {mine !== undefined && (
          <IconButton icon={X} label={t('servers.remove', { url })} onClick={() => void remove()} />
        )}
      </div>
      <KeyEntry server={server} />
      {reachable && !needsKey && models.length === 0 && <p className={styles.text}>{t('servers.noModels')}</p>}
      {models.length > 0 && (
        <ul className={styles.served}>
          {models.map((model) => (
            <ServedRow key={model.id} model={model} />
          ))}
        </ul>
      )}
    </li>
  )
}

function ServedRow({ model }: { readonly model: ServedModel }) {
  const { t } = useTranslation('models')
  const { number } = useTexts()
  const { id, kind, context_length: context } = model
  const chosen = useSettings(({ settings }) => settings.models[kind])
  const name = safeName(model.name)
  const known = context !== null && t('servers.context', { number: number(context) })
  // Nothing is assumed of an embedder: what is too long for it is cut.
  const facts =
    kind === 'embedder'
      ? [t('kind.embedder'), known]
      : [known || t('servers.contextAssumed', { number: number(assumedContext) })]
  return (
    <li className={styles.line}>
      <div className={styles.servedName}>
        <bdi>{name}</bdi>
        <FactsLine facts={facts.filter((fact) => fact !== false)} />
      </div>
      {id === chosen ? (
        <span className={styles.have}>{t('installed.inUse')}</span>
      ) : (
        <Button
          size="small"
          look="quiet"
          onClick={() => void choose(kind, id)}
          aria-label={t(kind === 'language' ? 'servers.useNamed' : 'servers.searchNamed', { name })}
        >
          {t(kind === 'language' ? 'servers.use' : 'servers.search')}
        </Button>
      )}
    </li>
  )
}
