/**
 * First words of sections about other pages, shares and forms of comments, in languages other than
 * English.
 */
const SPACED = {
  de: [
    ...['ähnliche (?:artikel|beiträge|produkte|themen)', 'verwandte (?:artikel|beiträge|themen)', 'auch interessant'],
    ...['weitere (?:artikel|beiträge|meldungen|nachrichten|news|themen)', 'mehr (?:zum thema|artikel|zu diesem)'],
    ...[
      'das könnte (?:dich|dir|ihnen|sie)',
      'lesen sie (?:auch|mehr|weiter)',
      'meist ?gelesen\\p{L}*',
      'top-?meldungen',
    ],
    ...['(?:aktuelle|letzte|neue|neueste) (?:artikel|beiträge|berichte|kommentare|meldungen|nachrichten)'],
    ...['diese[nr]? (?:artikel|beitrag|geschichte|seite) teilen', 'teilen$', 'schlag(?:worte|wörter)', 'kategorien$'],
    ...['(?:hinterlasse|hinterlassen sie|schreibe|schreiben sie) (?:eine antwort|einen kommentar)', 'über den autor'],
    ...['kommentar (?:hinterlassen|hinzufügen|schreiben|verfassen)', 'kunden kauften auch', 'folgen? (?:sie )?uns'],
    ...['inhaltsverzeichnis$', 'empfehlungen (?:der redaktion|aus)', '(?:verwandte|weiterführende) links?', 'mehr aus'],
    ...['weiterführende(?:r|s)? (?:informationen|links?)', 'der nächste beitrag', 'relevantes aus', 'passend dazu'],
    ...['(?:jetzt )?(?:kommentieren|mitdiskutieren)', 'newsletter', 'kommentare?$'],
  ],
  fr: [
    ...['articles? (?:connexes|liés|populaires|récents|similaires)', '(?:à )?lire (?:aussi|également)', 'suivez-nous'],
    ...[
      'sur le même (?:sujet|thème)',
      'dans la même rubrique',
      'vous (?:aimerez|pourriez)',
      'les plus (?:lus|populaires)',
    ],
    ...['partager(?: cet article)?$', 'laisser un commentaire', 'catégories$', 'mots[- ]clés$', 'étiquettes$'],
    ...['sommaire$', 'abonnez-vous', "à propos de l[’']auteur", 'dernières (?:actualités|nouvelles)'],
  ],
  es: [
    ...['(?:artículos|entradas|noticias|temas) relacionad[ao]s', '(?:también )?te (?:podría|puede) interesar'],
    ...['lo más (?:leído|popular|visto)', 'más (?:leídas|leídos|noticias)', 'comparte$', 'compartir$', 'categorías$'],
    ...['deja (?:un comentario|una respuesta)', 'etiquetas$', 'síguenos', 'suscríbete', 'entradas recientes'],
    ...['últimas noticias', '(?:lea|lee|leer) también'],
  ],
  pt: [
    ...['(?:artigos|notícias|posts) relacionad[ao]s', '(?:leia|veja) também', '(?:as )?mais lidas', 'compartilhe'],
    ...['deixe (?:um comentário|uma resposta)', 'categorias$', 'posts recentes', 'você (?:pode|também pode) gostar'],
  ],
  it: [
    ...[
      'articoli (?:correlati|recenti)',
      'leggi anche',
      '(?:ti )?potrebbe interessart?i?',
      '(?:i )?più letti',
      'seguici',
    ],
    ...['condividi$', 'lascia un commento', 'categorie$', 'ultime notizie'],
  ],
  nl: [
    ...['gerelateerde (?:artikelen|berichten)', 'lees ook', 'meest gelezen', 'deel dit', 'recente berichten'],
    ...['(?:geef|laat) een reactie', 'categorieën$'],
  ],
  ru: [
    ...['похожие (?:записи|материалы|новости|статьи)', '(?:читайте|смотрите) также', 'самое читаемое', 'поделиться$'],
    ...['оставить комментарий', 'последние (?:записи|комментарии|новости)', 'материалы по теме', 'рубрики$'],
  ],
  ko: ['관련 ?(?:기사|뉴스|글)', '많이 본', '(?:인기|최신|추천) ?(?:기사|뉴스|글)', '댓글(?: 쓰기)?$'],
  ar: ['(?:أخبار|مقالات|مواضيع) ذات صلة', '[اإ]قرأ (?:أيضا|أيضًا|أيضاً|المزيد)', 'الأكثر (?:تصفحاً?|قراءة|مشاهدة)'],
} as const;
/** Languages without spaces: other characters of the title can follow at once. */
const UNSPACED = {
  zh: [
    ...[
      '相关(?:报道|链接|推荐|文章|新闻|阅读|专题)',
      '相關(?:報導|文章|新聞|閱讀)',
      '(?:热门|热点|精彩|编辑|为您)推荐',
    ],
    ...['热门(?:评论|搜索|文章|新闻)', '推荐(?:文章|新闻|阅读)', '推薦(?:文章|閱讀)', '延伸(?:阅读|閱讀)', '猜你喜欢'],
    ...['大家都在看', '最新(?:评论|文章|新闻|资讯)', '更多(?:精彩|推荐|文章|新闻)', '网友评论', '发表评论', '分享到'],
    ...['(?:点击|阅读|新闻)?排行榜?', '熱門(?:文章|新聞)'],
  ],
  ja: [
    ...['関連(?:キーワード|コンテンツ|ニュース|リンク|記事)', 'おすすめ(?:の?記事)?', '人気(?:の?記事|ランキング)'],
    ...['アクセスランキング', '(?:最新|新着|注目の)記事', 'あわせて読みたい', 'コメントを残す', 'この記事をシェア'],
  ],
} as const;

const FOREIGN = new RegExp(
  `^(?:(?:${Object.values(SPACED).flat().join('|')})(?![\\p{L}\\p{N}])|${Object.values(UNSPACED).flat().join('|')})`,
  'iu',
);

/** Do these words begin a section that leads elsewhere, in another language than English? */
export const leadsElsewhere = (title: string): boolean => FOREIGN.test(title);
