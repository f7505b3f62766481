/** Pieces of HTML in the manner of where people copy them from, as they are sent for saving: nothing in them is tidied. */
export const fragments: readonly (readonly [from: string, html: string])[] = [
  [
    'a letter from Word',
    `<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'><span lang=EN-GB style='font-size:11.0pt;font-family:"Calibri",sans-serif;mso-ansi-language:EN-GB'>Dear colleagues,<o:p></o:p></span></p>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span style='color:#1F3864'>Gate five</span></b> stays closed.<o:p>&nbsp;</o:p></p>`,
  ],
  [
    'a list from Word',
    `<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Helmet</p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]-->·&nbsp;&nbsp;<!--[endif]-->Gloves</p>`,
  ],
  [
    'a table from Word',
    `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <tr style='mso-yfti-irow:0'><td width=208 valign=top style='width:155.8pt;border:solid windowtext 1.0pt'><p class=MsoNormal>Quay</p></td><td width=208 valign=top><p class=MsoNormal>Depth</p></td></tr>
 <tr><td width=208><p class=MsoNormal>North<o:p></o:p></p></td><td width=208><p class=MsoNormal align=right>11,5&nbsp;m</p></td></tr></table>`,
  ],
  [
    'a page of Google Docs',
    `<b style="font-weight:normal;" id="docs-internal-guid-7f1c0a3e-7fff-11aa"><p dir="ltr" style="line-height:1.38;margin-top:0pt;"><span style="font-size:11pt;font-family:Arial;vertical-align:baseline;white-space:pre-wrap;">Minutes of the&nbsp;</span><span style="font-weight:700;">harbour meeting</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>Dredging starts Monday</span></p></li></ul></b>`,
  ],
  [
    'an infobox of Wikipedia',
    `<table class="infobox vcard"><caption class="infobox-title fn org">Port of Vale</caption><tbody><tr><td colspan="2" class="infobox-image"><span class="mw-default-size" typeof="mw:File/Frameless"><a href="/wiki/File:Port.jpg" class="mw-file-description"><img src="//upload.wikimedia.org/wikipedia/commons/thumb/a/a1/Port.jpg/250px-Port.jpg" decoding="async" width="250" height="167" class="mw-file-element" srcset="//upload.wikimedia.org/x.jpg 1.5x" /></a></span><div class="infobox-caption">The quay in 2019</div></td></tr><tr><th colspan="2" scope="rowgroup">Details</th></tr><tr><th scope="row">Opened</th><td class="infobox-data">1848<span class="noprint">; 178&nbsp;years ago</span></td></tr></tbody></table>`,
  ],
  [
    'an article of Wikipedia with notes',
    `<p>The <b>Port of Vale</b> is a <a href="/wiki/Seaport" class="mw-redirect" title="Seaport">seaport</a><sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">&#91;</span>1<span class="cite-bracket">&#93;</span></a></sup> on the <i lang="la">mare clausum</i>.<sup class="noprint Inline-Template">[<i><a href="/wiki/WP:CN" title="Citation needed">citation&nbsp;needed</a></i>]</sup></p>
<div class="mw-heading mw-heading2"><h2 id="History">History</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w/index.php?action=edit&amp;section=1">edit</a><span class="mw-editsection-bracket">]</span></span></div>
<div class="reflist"><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <cite class="citation book">Hale, R. <i>Quays</i>.</cite></li></ol></div>`,
  ],
  [
    'an e-mail newsletter',
    `<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]--><center><table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%" bgcolor="#f4f4f4" class="wrapper"><tbody><tr><td align="center" style="padding:24px 0"><table width="600" class="container"><tbody><tr><td class="hero"><a href="https://news.example/?utm_source=mail&amp;utm_id=7" target="_blank"><img src="https://news.example/hero.png" width="600" alt="" border="0" style="display:block" /></a></td></tr><tr><td><h1 style="margin:0">November</h1><font face="Arial" size="2" color="#333333">Hello <strong>Rina</strong>,<br />the tide turns.</font></td></tr></tbody></table></td></tr></tbody></table></center><!--[if mso]></td></tr></table><![endif]--><img src="https://news.example/open.gif" width="1" height="1" alt="" />`,
  ],
  [
    'a quoted reply of a mail client',
    `<div dir="ltr">Fine with me.<br clear="all" /><div><br /></div>-- <br /><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">Rina Hale</div></div><br /><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, Ben &lt;<a href="mailto:ben@vale.example">ben@vale.example</a>&gt; wrote:<br /></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid"><div>Shall we close gate five?</div><blockquote type="cite">Yes</blockquote></blockquote></div>`,
  ],
  [
    'blocks of WordPress',
    `<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">Opening hours</h3>
<!-- /wp:heading -->

<!-- wp:columns -->
<div class="wp-block-columns is-layout-flex"><!-- wp:column {"width":"66.66%"} -->
<div class="wp-block-column" style="flex-basis:66.66%"><!-- wp:paragraph {"dropCap":true} -->
<p class="has-drop-cap">From seven to four.</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column --></div>
<!-- /wp:columns -->

<!-- wp:separator -->
<hr class="wp-block-separator has-alpha-channel-opacity"/>
<!-- /wp:separator -->`,
  ],
  [
    'a gallery and buttons of WordPress',
    `<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><figure class="wp-block-image size-large"><img data-id="41" src="https://vale.example/wp-content/uploads/a-1024x683.jpg" alt="" class="wp-image-41"/></figure><figcaption class="blocks-gallery-caption wp-element-caption">Two quays</figcaption></figure>
<div class="wp-block-buttons"><div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="/jobs" rel="noreferrer noopener">See the jobs</a></div></div>`,
  ],
  [
    'cards of Bootstrap',
    `<div class="row row-cols-1 row-cols-md-3 g-4">
  <div class="col">
    <div class="card h-100 shadow-sm"><img src="/files/a/crane.png" class="card-img-top" alt="The crane" />
      <div class="card-body"><h5 class="card-title">Crane</h5><p class="card-text">Lifts <strong>forty</strong> tons.</p><a href="/post/crane" class="btn btn-primary stretched-link">More</a></div>
      <div class="card-footer text-muted"><small>Updated 3 mins ago</small></div>
    </div>
  </div>
</div>`,
  ],
  [
    'an accordion of Bootstrap',
    `<div class="accordion" id="faq"><div class="accordion-item"><h2 class="accordion-header" id="h1"><button class="accordion-button collapsed" type="button" data-bs-toggle="collapse" data-bs-target="#c1" aria-expanded="false" aria-controls="c1">Who may enter?</button></h2><div id="c1" class="accordion-collapse collapse" aria-labelledby="h1" data-bs-parent="#faq"><div class="accordion-body">Whoever holds a <code>pass</code>.</div></div></div></div>`,
  ],
  [
    'a table with spans',
    `<table class="table table-striped">
  <colgroup><col /><col span="2" class="wide" /></colgroup>
  <thead><tr><th rowspan="2" scope="col">Shift</th><th colspan="2" scope="colgroup">Cranes</th></tr><tr><th scope="col">North</th><th scope="col">South</th></tr></thead>
  <tbody><tr><th scope="row">Early</th><td>2</td><td rowspan="2">4<br><small>shared</small></td></tr><tr><th scope="row">Late</th><td>1</td></tr></tbody>
  <tfoot><tr><td colspan="3"><em>Without holidays</em></td></tr></tfoot>
</table>`,
  ],
  [
    'a range of a spreadsheet',
    `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style></google-sheets-html-origin><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td data-sheets-value='{"1":2,"2":"Berth"}'>Berth</td><td data-sheets-formula="=SUM(R[1]C)">12</td></tr></tbody></table>`,
  ],
  [
    'a video in a frame',
    `<div class="ratio ratio-16x9 embed-responsive"><iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=1&amp;start=3" title="YouTube video player" frameborder="0" allow="accelerometer; autoplay; clipboard-write" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe></div>
<p class="caption"><small>Film: the harbour office</small></p>`,
  ],
  [
    'a list of definitions',
    `<dl class="glossary">
  <dt id="berth"><dfn>Berth</dfn></dt>
  <dd>Where a ship lies. <p>See also <a href="#quay">quay</a>.</p></dd>
  <div><dt>Quay</dt><dt lang="fr">Quai</dt><dd>A wall<ul><li>of stone</li></ul></dd></div>
</dl>`,
  ],
  [
    'figures with captions',
    `<figure class="image align-left" id="content-fig1"><a href="/files/a/big.png"><picture><source srcset="/files/a/b.webp" type="image/webp" /><img src="/files/a/b.png" alt="A &quot;tug&quot;" loading="lazy" width="640" height="360" /></picture></a><figcaption>Fig. 1 – A tug <span class="credit">(photo: <em>B. Ox</em>)</span></figcaption></figure>
<figure><blockquote cite="https://vale.example/q"><p>Ships wait for nobody.</p></blockquote><figcaption>— <cite>Harbour saying</cite></figcaption></figure>`,
  ],
  [
    'code with colours',
    `<div class="highlight highlight-source-ts notranslate position-relative overflow-auto" dir="auto"><pre><span class="pl-k">export</span> <span class="pl-k">const</span> <span class="pl-s1">depth</span> <span class="pl-c1">=</span> <span class="pl-kos">(</span><span class="pl-s1">tide</span>: <span class="pl-smi">number</span><span class="pl-kos">)</span> <span class="pl-c1">=&gt;</span>
  <span class="pl-s1">tide</span> <span class="pl-c1">+</span> <span class="pl-c1">11.5</span></pre></div>
<pre class="prettyprint linenums"><code class="language-sql hljs"><span class="hljs-keyword">select</span> *
  <span class="hljs-keyword">from</span> berth</code></pre>`,
  ],
  [
    'text from right to left',
    `<div dir="rtl" lang="ar" class="entry"><h3>ميناء فالي</h3><p>البوابة <bdi>5</bdi> مغلقة حتى <time datetime="2026-11-24">الثلاثاء</time>.&rlm;</p><ol reversed start="3"><li value="3">أولاً</li></ol></div>
<p dir="rtl" lang="he">שער <bdo dir="ltr">5</bdo> סגור</p>`,
  ],
  [
    'a drawing',
    `<p>Load: <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 10" width="100" height="10" role="img" aria-label="70 %"><title>70 %</title><rect width="70" height="10" fill="currentColor"/><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">70</p></foreignObject></svg> of the week</p>`,
  ],
  [
    'details of a handbook',
    `<details open class="note"><summary><strong>Storm</strong> – what to do</summary>

<ol><li>Secure the cranes<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked disabled> north</li></ul></li><li>Call <a href="tel:+4412345">the office</a></li></ol>

</details>`,
  ],
  [
    'a form',
    `<form action="https://forms.example/submit" method="post" class="wpcf7-form"><fieldset><legend>Visit</legend><label for="n">Name</label> <input id="n" name="name" required placeholder="Your name" /><select name="gate"><option value="5" selected>Five</option></select><textarea rows="3">Because</textarea><button type="submit" class="btn">Send</button></fieldset></form>`,
  ],
  [
    'a formula',
    `<p>Depth is <math xmlns="http://www.w3.org/1998/Math/MathML" display="inline"><mrow><mi>d</mi><mo>=</mo><mfrac><mi>t</mi><msup><mn>2</mn><mi>n</mi></msup></mfrac></mrow></math> or <span class="katex"><span class="katex-html" aria-hidden="true"><span class="mord mathnormal">d</span><span class="mrel">=</span></span></span> in metres.</p>`,
  ],
  [
    'a message of Outlook on the web',
    `<div class="elementToProof" style="font-family: Aptos, sans-serif; font-size: 12pt;">Please see <a href="https://eur01.safelinks.example/?url=https%3A%2F%2Fvale.example%2F&amp;data=05%7C02" id="OWA1" class="OWAAutoLink" data-loopstyle="linkonly">the plan</a>.<span>&nbsp;</span><span>&#128674;</span></div><div id="appendonsend"></div><hr tabindex="-1" style="display:inline-block; width:98%"><p class="x_MsoNormal" style="margin:0in"><b>From:</b> Ben Ox<br><b>Sent:</b> Monday</p>`,
  ],
  [
    'a page of Notion',
    `<div id="1b2c" class="page-body"><figure class="block-color-gray_background callout" style="white-space:pre-wrap;display:flex"><div style="font-size:1.5em"><span class="icon">⚓</span></div><div style="width:100%">Bring your <mark class="highlight-teal">pass</mark></div></figure><ul class="toggle"><li><details open=""><summary>Where</summary><p class="">North quay</p></details></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Booked</span></li></ul></div>`,
  ],
  [
    'a page of the nineties',
    `<CENTER><FONT SIZE=+2 COLOR="#FF0000"><B>WELCOME</B></FONT><BR><MARQUEE>New!</MARQUEE></CENTER>
<P ALIGN=justify>Our <TT>tide table</TT> is <STRIKE>weekly</STRIKE> <U>daily</U><P>Made with <A HREF="http://old.example/" TARGET=_top>care</A> &copy 1998
<UL TYPE=square><LI>One<LI>Two <NOBR>a b</NOBR></UL><HR NOSHADE SIZE=1 WIDTH="50%">`,
  ],
  [
    'text marked up for machines',
    `<article itemscope itemtype="https://schema.org/JobPosting" data-track='{"id":"x"}' aria-labelledby="content-j"><header><h2 id="content-j" itemprop="title">Crane driver</h2><p>By <span itemprop="name">HR</span> · <time itemprop="datePosted" datetime="2026-11-20T08:00:00+01:00">20&nbsp;Nov</time></p></header><p itemprop="description">H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd>+<kbd>S</kbd>, <q>tide</q>, <ins datetime="2026-11-21">new</ins> <del>old</del>, <ruby>港<rp>(</rp><rt>minato</rt><rp>)</rp></ruby>, long<wbr>word&shy;break.</p><footer><address>Quay Street 1<br>Vale</address></footer></article>`,
  ],
]
