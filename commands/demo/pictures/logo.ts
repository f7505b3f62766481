/** The demo company's mark: a sail and a wave between two piers, without a ground. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
<defs><linearGradient id="deep" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#128a72"/><stop offset="1" stop-color="#0b5d4b"/></linearGradient></defs>
<rect x="16" y="16" width="480" height="480" rx="112" fill="url(#deep)"/>
<path d="M112 116h52v280h-52zM348 116h52v280h-52z" fill="#f6f1e7"/>
<path d="M268 104Q340 190 324 262H268Z" fill="#f4a261"/>
<path d="M246 132Q196 208 190 262H246Z" fill="#f6f1e7"/>
<path d="M164 300q31 -30 62 0t62 0t60 0v44q-30 30 -60 0t-62 0t-62 0z" fill="#8fd3c8"/>
</svg>`
