import type { LoopbackServer } from '@shared/models/models'
import { RotateCw, ServerOff, X } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeModelSettings, choose, findServers, useModels } from '@renderer/state/models/models-store'
import { useSettings } from '@renderer/state/settings-store'
import { Badge } from '@renderer/ui/controls/labels'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { safeName } from '@renderer/ui/text/safe-name'
import { TextField } from '@renderer/ui/controls/text-field'
import styles from '../models.module.css'
import { serverAddress } from './server-address'

const noServers: readonly LoopbackServer[] = []

/** OpenAI-compatible servers: those found on this machine, and addresses somebody added. */
export function ServersSection() {
  const { t } = useTranslation('models')
  const servers = useModels((models) => models.state?.servers ?? noServers)
  const looking = useModels((models) => models.looking)
  const look = (
    <Button size="small" icon={RotateCw} disabled={looking} onClick={() => void findServers()}>
      {t(looking ? 'servers.looking' : 'servers.look')}
    </Button>
  )
  return (
    <>
      <div className={styles.line}>
        <p className={styles.intro}>{t('servers.intro')}</p>
        {servers.length > 0 && look}
      </div>
      {servers.length === 0 ? (
        <EmptyState icon={ServerOff} title={t('servers.none')} text={t('servers.noneText')} action={look} />
      ) : (
        <ul className={styles.list}>
          {servers.map((server) => (
            <ServerRow key={server.url} server={server} />
          ))}
        </ul>
      )}
      <AddressForm />
    </>
  )
}

function ServerRow({ server }: { readonly server: LoopbackServer }) {
  const { t } = useTranslation('models')
  const { url, name, reachable, models } = server
  const { servers: added, language } = useSettings(({ settings }) => settings.models)
  const mine = added.find((one) => one.replace(/\/$/u, '') === url.replace(/\/$/u, ''))
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <div className={styles.what}>
          <p className={styles.itemName}>
            <bdi>{safeName(name)}</bdi>
            <Badge meaning={reachable ? 'done' : 'plain'}>{t(reachable ? 'servers.reachable' : 'servers.away')}</Badge>
          </p>
          <p className={styles.text}>
            <code>{url}</code>
          </p>
        </div>
        {mine !== undefined && (
          <IconButton
            icon={X}
            label={t('servers.remove', { url })}
            onClick={() => void changeModelSettings({ servers: added.filter((one) => one !== mine) })}
          />
        )}
      </div>
      {reachable && models.length === 0 && <p className={styles.text}>{t('servers.noModels')}</p>}
      {models.length > 0 && (
        <ul className={styles.served}>
          {models.map((model) => (
            <li key={model.id} className={styles.line}>
              <bdi className={styles.servedName}>{safeName(model.name)}</bdi>
              {model.id === language ? (
                <span className={styles.have}>{t('installed.inUse')}</span>
              ) : (
                <Button
                  size="small"
                  look="quiet"
                  onClick={() => void choose('language', model.id)}
                  aria-label={t('servers.useNamed', { name: safeName(model.name) })}
                >
                  {t('servers.use')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Adds another address. One on another machine is only reached where its host is allowed. */
function AddressForm() {
  const { t } = useTranslation('models')
  const { servers, allowed_hosts } = useSettings(({ settings }) => settings.models)
  const [text, setText] = useState('')
  const address = serverAddress(text)
  const isPlain = address?.isPlain ?? false
  const away = address !== null && !address.isLoopback && !isPlain
  const add = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!address || isPlain) return
    const patch = {
      servers: [...new Set([...servers, address.url])],
      ...(away ? { allowed_hosts: [...new Set([...allowed_hosts, address.host])] } : {}),
    }
    if (!(await changeModelSettings(patch))) return
    setText('')
    await findServers()
  }
  return (
    <form className={styles.address} onSubmit={(event) => void add(event)}>
      <TextField
        label={t('servers.address')}
        hint={t(
          text.trim() !== '' && !address ? 'servers.noAddress' : isPlain ? 'servers.plain' : 'servers.addressHint',
        )}
        placeholder="http://127.0.0.1:8080/v1"
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {away && (
        <p className={styles.note} role="status">
          {t('servers.elsewhere', { host: address.host })}
        </p>
      )}
      <Button type="submit" size="small" disabled={!address || isPlain}>
        {away ? t('servers.addAndAllow', { host: address.host }) : t('servers.add')}
      </Button>
    </form>
  )
}
