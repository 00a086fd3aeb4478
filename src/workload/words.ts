// The words of synthetic prompts, each one token wherever it stands, in o200k_base and in cl100k_base.

function listOf(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** One token as " word"; the parts of speech that sentences are made of. */
export const vocabulary = {
  person: listOf(`
    artist assistant author captain chef clerk committee company council crew customer director doctor editor
    engineer expert family farmer group guide historian inventor journalist judge lawyer leader manager merchant
    minister musician neighbor nurse officer painter partner passenger pilot player poet reader sailor scientist
    singer soldier speaker student tailor teacher team tourist traveler visitor worker writer`),
  thing: listOf(`
    answer article book bottle box business case change chapter clock course decision design detail document
    effect engine event example film game history idea instrument journal journey lamp language law lesson letter
    list machine map message method model name newspaper note number object order painting paper path pattern
    picture piece plan plate price problem process product program project question reason record report result
    rule sentence service ship sign skill song source stone story study subject system table theory tool tradition
    train value view voice window word`),
  place: listOf(`
    beach bridge building camp castle church city coast corner desert factory farm field forest garden gate harbor
    hill hospital hotel house island kitchen lake library market mountain museum office park river road room school
    shop station store street studio theater tower town university valley village wall`),
  verb: listOf(`
    accepted added admired answered approved bought brought built carried changed checked chose collected compared
    completed considered controlled copied covered created defended delivered described designed developed
    discovered discussed drew enjoyed examined explained explored finished fixed followed forgot found gave handled
    helped hid improved included inspected introduced kept knew left liked loved made managed measured mentioned
    missed moved needed noticed observed offered ordered organized owned painted planned praised prepared presented
    preserved produced protected provided published questioned read received recorded remembered removed repaired
    repeated replaced reported requested reviewed saved saw selected sent shared showed sold solved studied
    supported taught tested traced trusted understood used valued wanted watched welcomed wrote`),
  adjective: listOf(`
    ancient beautiful better big bright busy calm careful central clean clever common complex curious different
    early empty famous fine foreign formal free friendly gentle good great happy honest important independent
    interesting large late little local long main modern narrow new nice noble northern official old open ordinary
    original particular patient plain pleasant popular practical private public quick quiet rare remarkable rich
    rural serious silent similar simple slow small southern special strange strong tall traditional typical unusual
    useful usual warm western wise wonderful young`),
  adverb: listOf(`
    actually almost already always carefully certainly clearly completely directly easily eventually finally gently
    gradually immediately later mostly naturally nearly never normally often openly perhaps possibly probably
    properly quickly quietly rarely really recently regularly simply slowly soon suddenly surely usually`),
  preposition: listOf("above across along around behind below beside beyond in inside near toward"),
  conjunction: listOf("and but because while although since so yet when before after"),
  determiner: listOf("the the the the the the this that each every another one some our their"),
} as const;

/** One token as " Word": what a sentence may begin with. */
export const openers = {
  determiner: listOf("The The The The The The This That Each Every Another One Some Our Their"),
  adverb: listOf(`
    Again Clearly Eventually Finally First Generally However Indeed Instead Later Meanwhile Moreover Nevertheless
    Now Often Perhaps Recently Sometimes Soon Still Then Therefore Today Usually`),
} as const;

/**
 * 256 words, so that one byte names one. Each is one token as "Word" at the start of a text and as " word", also in
 * gpt2's vocabulary and in Llama 2's: servers with other tokenizers should see equal lengths too.
 */
export const nonceWords = listOf(`
  age air animal answer apple area baby ball band bank basic bay bear bell bird block blue book bridge bright broad
  brown camera camp capital captain car card care case center central chair chapter city classic clear cloud club
  code color cook council country court cover data day deep design digital doctor dog domain double draw dream early
  earth east editor energy engine factory fair family farm father field film fish five flag flash food foot forest
  four frame free friend front future gallery game gold golden good graph gray great green group hall hand happy hat
  head health heart hero home hope house ice journal lab lake land language library light line link machine magic
  mail map march mark market master match memory metal mill month moon mother motor mouse movie music nature network
  night north note number object ocean office open orange order organ page parent park part pass path pattern peace
  pen picture planet platform play player point pool port post press prince print profile project queen quick radio
  rail rain range record red region report rich ring river road rock roll room root rose round route row salt sand
  school sea season second seven sign silver simple size sky snow song sound south space spirit spring square stage
  star state station step stone store storm story stream street string studio study style summer sun super table team
  test text time top tour town track trade train tree walk wall watch water week west white wild wind window winter
  wonder wood word year`);
