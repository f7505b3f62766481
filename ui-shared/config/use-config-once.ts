import { useEffect, useState } from 'react'
import { type Config, fetchConfig } from './config.ts'

/** The configuration without the query cache, for screens that load nothing they do not need; empty until it is known. */
export const useConfigOnce = (): Config => {
  const [config, setConfig] = useState<Config>({})
  useEffect(() => {
    // The screen works without it: the default title stands.
    fetchConfig().then(setConfig, () => undefined)
  }, [])
  return config
}
