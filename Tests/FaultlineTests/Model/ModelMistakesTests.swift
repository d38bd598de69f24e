// What is wrong in a model's file, or not known: listed with its line, and refused only where it must be.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct ModelMistakesTests {
  @Test func `a default value that is neither true nor false is refused`() {
    for word in ["2", "0.5", "nan", "maybe"] {
      #expect(
        modelError {
          try loadModel(
            """
            <entity name='E'>
            <attribute name='a' attributeType='Boolean' defaultValueString='\(word)'/>
            </entity>
            """)
        }.contains("'E.a' holds true or false, and its default value is '\(word)'"))
    }
  }

  @Test func `what is not known is listed and not refused`() throws {
    let model = try loadModel(
      """
      <entity name="Employee" flavour="sweet">
        <attribute name="a" attributeType="Binary" defaultValueString="x" minValueString="1"/>
        <relationship name="r" transient="YES" ordered="YES" destinationEntity="Employee"/>
        <method name="fire"/>
        <fetchedProperty name="lost"/>
        <userInfo><entry key="k" value="1"/><entry key="k" value="2"/></userInfo>
      </entity>
      <composite name="Money"><attribute name="amount"/></composite>
      """)
    expectText(
      model.warnings.joined(separator: "\n"),
      is: """
        contents:2: The attribute 'flavour' of <entity> is not known here.
        contents:3: 'Employee.a' holds data; its 'minValueString' says nothing.
        contents:3: 'Employee.a' holds data; its 'defaultValueString' says nothing.
        contents:4: 'Employee.r' is transient; relationships are stored here all the same.
        contents:4: 'Employee.r' is to-one; its order says nothing.
        contents:5: The element <method> in <entity> is not known here.
        contents:6: 'Employee.lost' has no fetch request and finds nothing.
        contents:7: The key 'k' stands twice in one <userInfo>; the last value counts.
        contents:9: The element <composite> in <model> is not known here.
        """)
  }

  @Test func `everything wrong is listed with its line`() {
    let error = modelError {
      try loadModel(
        """
        <entity name="Employee" parentEntity="Person">
          <attribute name="a" attributeType="Composite"/>
          <attribute name="b" attributeType="Integer 16" defaultValueString="forty"/>
          <attribute name="c" attributeType="Integer 16" defaultValueString="40000"/>
          <attribute name="d" attributeType="Boolean" optional="MAYBE"/>
          <attribute name="e" attributeType="Decimal" minValueString="1x"/>
          <attribute attributeType="String"/>
          <relationship name="r" destinationEntity="Car" deletionRule="Forget"/>
          <relationship name="s" maxCount="-1"/>
          <relationship name="t" destinationEntity="Employee" inverseName="t" inverseEntity="Car"/>
          <fetchIndex name="i">
            <fetchIndexElement type="Hash" order="up"/>
          </fetchIndex>
          <fetchIndex name="j"><fetchIndexElement property="z"/></fetchIndex>
        </entity>
        <entity name="Room"/>
        <entity name="Room">
          <userInfo><entry value="1"/></userInfo>
          <uniquenessConstraints>
            <uniquenessConstraint><constraint/></uniquenessConstraint>
          </uniquenessConstraints>
        </entity>
        <entity/>
        <fetchRequest name="f"/>
        <fetchRequest name="g" entity="Room" resultType="3" fetchLimit="many"/>
        <configuration name="C"><memberEntity name="Boat"/></configuration>
        <configuration name="C"/>
        """)
    }
    expectText(
      error,
      is: """
        The model cannot be used; mend what is listed. (134020)
          - contents:2: 'Employee' inherits from 'Person', which the model does not have.
          - contents:3: 'Employee.a' has the type 'Composite', which is not known.
          - contents:4: 'Employee.b' holds integers, and its default value is 'forty'.
          - contents:5: The default value of 'Employee.c': 'Employee.c' holds integers from -32768 to 32767, and 40000 was given.
          - contents:6: 'optional' of the attribute 'd' is 'MAYBE'; it is YES or NO.
          - contents:7: 'Employee.e' has the bound '1x', which is no number.
          - contents:8: <attribute> has no name.
          - contents:9: 'Employee.r' has the deletion rule 'Forget'; it is Nullify, Cascade, Deny or No Action.
          - contents:9: 'Employee.r' leads to 'Car', which the model does not have.
          - contents:10: 'Employee.s' has no destination.
          - contents:11: 'Employee.t' leads to 'Employee', and its inverse belongs to 'Car'.
          - contents:18: The entity 'Room' is described twice.
          - contents:19: <entry> has no key.
          - contents:21: <constraint> names no property.
          - contents:24: <entity> has no name.
          - contents:25: The fetch request 'f' asks for no entity.
          - contents:26: The fetch request 'g' has the result type 3, which is not known.
          - contents:26: 'fetchLimit' of the fetchRequest 'g' is 'many'; it is a whole number.
          - contents:27: The configuration 'C' has the entity 'Boat', which the model does not have.
          - contents:28: The configuration 'C' is described twice.
        """)
  }
}
