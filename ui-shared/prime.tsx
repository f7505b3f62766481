import { PrimeReactProvider } from 'primereact/api'
import { type ReactNode, useMemo } from 'react'

// The library writes its own style elements; the server's policy asks them for the page's nonce.
const pageNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

/** What every control of PrimeReact stands in. */
export const Prime = ({ children }: { children: ReactNode }) => {
  const provider = useMemo(() => ({ nonce: pageNonce() }), [])
  return <PrimeReactProvider value={provider}>{children}</PrimeReactProvider>
}
