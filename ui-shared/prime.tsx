import { PrimeReactProvider } from 'primereact/api'
import { type ReactNode, useMemo } from 'react'

// The library writes its own style elements; the server's policy asks them for the page's nonce.
const pageNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

// Without its style sheets a panel has nothing to wait for: it stands there, and has the focus, before the next key.
/** What every control of PrimeReact stands in. */
export const Prime = ({ children }: { children: ReactNode }) => {
  const provider = useMemo(() => ({ nonce: pageNonce(), cssTransition: false }), [])
  return <PrimeReactProvider value={provider}>{children}</PrimeReactProvider>
}
