use crate::script::Script;

/// Warnings of a script with the given explorers on two regions, as text.
fn warnings(explorers: &str) -> Vec<String> {
    let script = format!(
        "{{metadata: {{min: '4x4', max: '4x4'}}, entities: ['empty', 'solid'],
        regions: {{type: 'equal', number: 2, parameters: {{min: 2}}}}, explorers: [\n{explorers}]}}"
    );
    let (_, warnings) = Script::check(&script).expect("the script is sound");
    warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn any_is_told_from_entity_where_it_is_written() {
    assert_eq!(warnings("{rules: ['self(any) -> self(entity)']}"), [""; 0]);
    assert_eq!(
        warnings("{rules: ['-> self(solid|any)']}"),
        ["line 3, column 19: explorer 1, rule 1: `any` may also write unknown; \
            `entity` stands for the entities alone"]
    );
}

#[test]
fn an_index_without_a_region_is_told() {
    assert_eq!(warnings("{region: '0, 1', rules: []}"), [""; 0]);
    assert_eq!(
        warnings("{region: '0,2', rules: []}"),
        ["line 3, column 13: explorer 1: there is no region of this index, \
            which counts from 0; it is skipped"]
    );
}
